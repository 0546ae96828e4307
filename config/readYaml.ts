import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
} from 'yaml'

interface YamlFault {
  line: number
  message: string
}

export interface YamlText {
  value: unknown
  faults: YamlFault[]
  /** Returns the line of the key or value at a path, from 1. A missing one has the line of its nearest existing parent. */
  lineOf: (path: readonly PropertyKey[]) => number
}

/** Longer texts are refused unread. A studio's settings have a few KiB. */
const MAX_CHARACTERS = 512 * 1024
/** Aliases times nodes that they repeat. */
const MAX_ALIAS_COUNT = 100
/** The parser's own words for a stack that is full. */
const STACK_FAULT = /call stack/i
const NESTING_FAULT = 'has lists or maps that are nested too deeply'

const formatKey = (pair: Pair): string => String((pair.key as { value?: unknown } | null)?.value ?? pair.key)

const createFaultyText = (faults: YamlFault[]): YamlText => ({ value: undefined, faults, lineOf: () => 1 })

/** Runs a step of reading that recurses into nested values. @returns undefined if they are nested too deeply for the stack */
function withinStack<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Finds repeated keys, in time that grows with their number. The parser itself compares each key with all before it. */
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

/** Finds the first alias that cannot be resolved: its anchor follows, contains it, or does not exist. */
function findUnresolvedAlias(document: Document): { offset: number; message: string } | undefined {
  let found: { offset: number; message: string } | undefined
  const known = new Set<string>()
  visit(document, {
    Node: (_key, node, path) => {
      if (isAlias(node)) {
        const isInside = path.some((parent) => (parent as { anchor?: string }).anchor === node.source)
        if (known.has(node.source) && !isInside) return undefined
        const message = isInside
          ? `*${node.source} stands inside of the value that it repeats`
          : `*${node.source} repeats a value that is not named before (&${node.source})`
        found = { offset: node.range?.[0] ?? 0, message }
        return visit.BREAK
      }
      if (node.anchor !== undefined) known.add(node.anchor)
      return undefined
    },
  })
  return found
}

/** Converts a document without syntax faults. @returns the value, or the fault of an alias */
function convert(document: Document): { value: unknown } | { offset: number; message: string } {
  const unresolved = findUnresolvedAlias(document)
  if (unresolved) return unresolved
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIAS_COUNT }) }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    let offset = 0
    visit(document, { Alias: (_key, { range }) => void (offset = range?.[0] ?? 0) })
    return { offset, message: `has too many aliases: they may repeat ${MAX_ALIAS_COUNT} values. Write the values out` }
  }
}

function readDocument(text: string): YamlText {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: false, version: '1.2' })
  const lineAt = (offset: number): number => counter.linePos(offset).line
  const syntaxFaults = document.errors.map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    message: STACK_FAULT.test(message) ? NESTING_FAULT : message,
  }))
  const repeated = findRepeatedKeys(document).map((offset) => ({
    line: lineAt(offset),
    message: 'Map keys must be unique',
  }))
  const faults = [...syntaxFaults, ...repeated].sort((a, b) => a.line - b.line)
  if (faults.length > 0) return createFaultyText(faults)
  const converted = convert(document)
  if ('message' in converted) return createFaultyText([{ line: lineAt(converted.offset), message: converted.message }])
  const findOffset = createOffsetFinder(document.contents)
  return { value: converted.value, faults, lineOf: (path) => lineAt(findOffset(path)) }
}

/**
 * Parses YAML 1.2 (section 10.3, core schema) with positions. Repeated keys, excessive aliases and nesting, and a text
 * that is too long are faults.
 */
export function readYaml(text: string): YamlText {
  if (text.length > MAX_CHARACTERS)
    return createFaultyText([{ line: 1, message: `has more than ${MAX_CHARACTERS / 1024} KiB` }])
  return withinStack(() => readDocument(text)) ?? createFaultyText([{ line: 1, message: NESTING_FAULT }])
}

/** Creates a function that finds the offset of a path. It lists the keys of a map once, because each fault asks for one. */
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
