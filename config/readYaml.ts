import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type ErrorCode,
  type Node,
  type Pair,
} from 'yaml'
import { say, type Said, type SentenceCode } from '../contract/sentences/say.ts'

interface YamlFault {
  line: number
  said: Said
}

export interface YamlText {
  value: unknown
  faults: YamlFault[]
  /**
   * Returns the line of the key or value at a path, from 1. A missing one has the line of its nearest existing parent.
   */
  lineOf: (path: readonly PropertyKey[]) => number
}

/** Longer texts are refused unread. A studio's settings have a few KiB. */
const MAX_CHARACTERS = 512 * 1024
/** Aliases times nodes that they repeat. */
const MAX_ALIAS_COUNT = 100
/** The parser's own words for a stack that is full. */
const STACK_FAULT = /call stack/i
const NESTED_TOO_DEEPLY = say('yaml_nested_too_deeply')

/** Sentences of the parser's codes. A code that is not here has a general one. */
const codes: Readonly<Record<ErrorCode, Extract<SentenceCode, `yaml_${string}`>>> = {
  ALIAS_PROPS: 'yaml_alias_with_properties',
  BAD_ALIAS: 'yaml_bad_alias',
  BAD_COLLECTION_TYPE: 'yaml_bad_collection',
  BAD_DIRECTIVE: 'yaml_bad_directive',
  BAD_DQ_ESCAPE: 'yaml_bad_escape',
  BAD_INDENT: 'yaml_bad_indent',
  BAD_PROP_ORDER: 'yaml_bad_property_order',
  BAD_SCALAR_START: 'yaml_bad_start',
  BLOCK_AS_IMPLICIT_KEY: 'yaml_block_as_key',
  BLOCK_IN_FLOW: 'yaml_block_in_flow',
  DUPLICATE_KEY: 'yaml_duplicate_key',
  IMPOSSIBLE: 'yaml_not_readable',
  KEY_OVER_1024_CHARS: 'yaml_key_too_long',
  MISSING_CHAR: 'yaml_missing_character',
  MULTILINE_IMPLICIT_KEY: 'yaml_key_in_lines',
  MULTIPLE_ANCHORS: 'yaml_two_anchors',
  MULTIPLE_DOCS: 'yaml_two_documents',
  MULTIPLE_TAGS: 'yaml_two_tags',
  NON_STRING_KEY: 'yaml_key_no_text',
  RESOURCE_EXHAUSTION: 'yaml_nested_too_deeply',
  TAB_AS_INDENT: 'yaml_tab_as_indent',
  TAG_RESOLVE_FAILED: 'yaml_unknown_tag',
  UNEXPECTED_TOKEN: 'yaml_unexpected_character',
}

/** Says a fault of the parser: in English by its own words, in other languages by its code. */
export function sayParserFault({ code, message }: { code: string; message: string }): Said {
  if (STACK_FAULT.test(message)) return NESTED_TOO_DEEPLY
  const known = Object.hasOwn(codes, code) ? codes[code as ErrorCode] : 'yaml_not_readable'
  return { message, sentences: [{ code: known, values: {} }] }
}

const formatKey = (pair: Pair): string => String((pair.key as { value?: unknown } | null)?.value ?? pair.key)

const createFaultyText = (faults: YamlFault[]): YamlText => ({ value: undefined, faults, lineOf: () => 1 })

/**
 * Runs a step of reading that recurses into nested values.
 * @returns undefined if they are nested too deeply for the stack
 */
function withinStack<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Finds repeated keys, in time that grows with their number. The parser itself compares each key with all before it.
 */
function findRepeatedKeys(document: Document): number[] {
  const offsets: number[] = []
  visit(document, {
    Map: (_key, { items }) => {
      const known = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (known.has(key.value)) offsets.push(key.range?.[0] ?? 0)
        known.add(key.value)
      }
    },
  })
  return offsets
}

interface OffsetFault {
  /** Offset in the text. */
  offset: number
  said: Said
}

/** Finds the first alias that cannot be resolved: its anchor follows, contains it, or does not exist. */
function findUnresolvedAlias(document: Document): OffsetFault | undefined {
  let found: OffsetFault | undefined
  const known = new Set<string>()
  visit(document, {
    Node: (_key, node, path) => {
      if (isAlias(node)) {
        const isInside = path.some((parent) => (parent as { anchor?: string }).anchor === node.source)
        if (known.has(node.source) && !isInside) return undefined
        const said = say(isInside ? 'yaml_alias_inside' : 'yaml_alias_unknown', { alias: node.source })
        found = { offset: node.range?.[0] ?? 0, said }
        return visit.BREAK
      }
      if (node.anchor !== undefined) known.add(node.anchor)
      return undefined
    },
  })
  return found
}

/** Converts a document without syntax faults. @returns the value, or the fault of an alias */
function convert(document: Document): { value: unknown } | OffsetFault {
  const unresolved = findUnresolvedAlias(document)
  if (unresolved) return unresolved
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIAS_COUNT }) }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    let offset = 0
    visit(document, { Alias: (_key, { range }) => void (offset = range?.[0] ?? 0) })
    return { offset, said: say('yaml_too_many_aliases', { count: MAX_ALIAS_COUNT }) }
  }
}

function readDocument(text: string): YamlText {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: false, version: '1.2' })
  const lineAt = (offset: number): number => counter.linePos(offset).line
  const syntaxFaults = document.errors.map((error) => ({ line: lineAt(error.pos[0]), said: sayParserFault(error) }))
  const repeated = findRepeatedKeys(document).map((offset) => ({
    line: lineAt(offset),
    said: say('yaml_duplicate_key'),
  }))
  const faults = [...syntaxFaults, ...repeated].sort((a, b) => a.line - b.line)
  if (faults.length > 0) return createFaultyText(faults)
  const converted = convert(document)
  if ('said' in converted) return createFaultyText([{ line: lineAt(converted.offset), said: converted.said }])
  const findOffset = createOffsetFinder(document.contents)
  return { value: converted.value, faults, lineOf: (path) => lineAt(findOffset(path)) }
}

/**
 * Parses YAML 1.2 (section 10.3, core schema) with positions. Repeated keys, excessive aliases and nesting, and a text
 * that is too long are faults.
 */
export function readYaml(text: string): YamlText {
  if (text.length > MAX_CHARACTERS)
    return createFaultyText([{ line: 1, said: say('yaml_too_long', { kib: MAX_CHARACTERS / 1024 }) }])
  return withinStack(() => readDocument(text)) ?? createFaultyText([{ line: 1, said: NESTED_TOO_DEEPLY }])
}

/**
 * Creates a function that finds the offset of a path. It lists the keys of a map once, because each fault asks for one.
 */
function createOffsetFinder(root: Node | null): (path: readonly PropertyKey[]) => number {
  const pairsByMap = new WeakMap<object, Map<string, Pair>>()
  const childOf = (node: unknown, step: PropertyKey): Pair | Node | undefined => {
    if (isMap(node)) {
      const known = pairsByMap.get(node)
      const pairs = known ?? new Map(node.items.map((pair) => [formatKey(pair), pair]))
      if (!known) pairsByMap.set(node, pairs)
      return pairs.get(String(step))
    }
    const items = (node as { items?: unknown[] } | null)?.items
    return Array.isArray(items) ? (items[Number(step)] as Node | undefined) : undefined
  }
  return (path) => {
    let node: unknown = root
    let offset = root?.range?.[0] ?? 0
    for (const step of path) {
      const next = childOf(node, step)
      if (next === undefined) return offset
      const key = isPair(next) ? next.key : next
      offset = (key as Node | null)?.range?.[0] ?? offset
      node = isPair(next) ? next.value : next
    }
    return offset
  }
}
