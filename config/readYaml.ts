import { isMap, isPair, LineCounter, parseDocument, type Node, type Pair } from 'yaml'

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

const formatKey = (pair: Pair): string => String((pair.key as { value?: unknown } | null)?.value ?? pair.key)

/** Parses YAML 1.2 (section 10.3, core schema) with positions. Repeated keys and excessive aliases are faults. */
export function readYaml(text: string): YamlText {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: true, version: '1.2' })
  const lineAt = (offset: number): number => counter.linePos(offset).line
  const faults = document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: error.message }))
  return {
    value: faults.length > 0 ? undefined : document.toJS({ maxAliasCount: 100 }),
    faults,
    lineOf: (path) => lineAt(offsetOf(document.contents, path)),
  }
}

function offsetOf(root: Node | null, path: readonly PropertyKey[]): number {
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

function childOf(node: unknown, step: PropertyKey): Pair | Node | undefined {
  if (isMap(node)) return node.items.find((pair) => formatKey(pair) === String(step))
  const items = (node as { items?: unknown[] } | null)?.items
  return Array.isArray(items) ? (items[Number(step)] as Node | undefined) : undefined
}
