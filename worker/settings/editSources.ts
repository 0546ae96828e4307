// Changes of `sources` in the text of kitroom.yaml. Comments, order and everything else stay as they are.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { say } from '../../contract/sentences/say.ts'
import { loadConfig, SettingsError } from '../../config/config.ts'

/** Values by setting, to any depth. `null` removes a setting, so that its default holds again (RFC 7396). */
export interface SettingsPatch {
  readonly [setting: string]: unknown
}

const isPatch = (value: unknown): value is SettingsPatch =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const createUneditableError = (file: string): SettingsError =>
  new SettingsError([say('settings_not_editable', { file })])

function openDocument(text: string, file: string): Document {
  // The text is checked first: a faulty one has its own sentences.
  loadConfig(text, file)
  const document = parseDocument(text, { version: '1.2' })
  if (document.contents === null) document.contents = document.createNode({}) as never
  if (!isMap(document.contents)) throw createUneditableError(file)
  return document
}

/** Finds the list of sources, or makes it. */
function openSources(document: Document, file: string): YAMLSeq {
  const sources: unknown = document.get('sources', true)
  if (isAlias(sources)) throw createUneditableError(file)
  if (isSeq(sources)) return sources
  const created = document.createNode([])
  document.set('sources', created)
  return created
}

/** Finds a member by the text of its name: a header such as 2024 may stand there as a number. */
const findMember = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find(({ key }) => (isScalar(key) ? String(key.value) : String(key)) === name)

/** Sets and removes settings of a map. A map that becomes empty is removed too. */
function patchMap(document: Document, map: YAMLMap, patch: SettingsPatch, file: string): void {
  for (const [name, value] of Object.entries(patch)) {
    const member = findMember(map, name)
    const key = member?.key ?? name
    if (isAlias(member?.value)) throw createUneditableError(file)
    if (value === null) map.delete(key)
    else if (!isPatch(value)) map.set(key, document.createNode(value))
    else {
      const inner = isMap(member?.value) ? member.value : (document.createNode({}) as YAMLMap)
      if (inner !== member?.value) map.set(key, inner)
      patchMap(document, inner, value, file)
      if (inner.items.length === 0) map.delete(key)
    }
  }
}

/**
 * Writes the document. The new text must be valid and mean the same outside of one source: an anchor may repeat what
 * has changed elsewhere.
 */
function write(document: Document, before: string, id: unknown, file: string): string {
  const text = document.toString({ lineWidth: 0 })
  const others = (each: string): string => {
    const config = loadConfig(each, file)
    return JSON.stringify({ ...config, sources: config.sources.filter((source) => source.id !== id) })
  }
  if (others(text) !== others(before)) throw createUneditableError(file)
  return text
}

/**
 * Adds a source to a text of kitroom.yaml.
 * @param source settings, as in the file
 * @throws SettingsError if the text or the source is invalid, or the list of sources is an alias
 */
export function addSource(text: string, source: SettingsPatch, file: string): string {
  const document = openDocument(text, file)
  const sources = openSources(document, file)
  // The first source of `sources: []` would stand in that line.
  if (sources.items.length === 0) sources.flow = false
  sources.add(document.createNode(source))
  return write(document, text, source['id'], file)
}

/**
 * Changes settings of a source in a text of kitroom.yaml.
 * @returns the same text if the source is not there
 * @throws SettingsError if the result is invalid, or what changes is an alias
 */
export function patchSource(text: string, id: string, patch: SettingsPatch, file: string): string {
  const document = openDocument(text, file)
  const source = openSources(document, file).items.find((item) => isMap(item) && item.get('id') === id)
  if (!isMap(source)) return text
  patchMap(document, source, patch, file)
  return write(document, text, id, file)
}
