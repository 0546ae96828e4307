import { foldHeader } from '../vocabulary/lookupKey.ts'

type Values = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

const spell = (header: string, known: readonly string[]): string => {
  const folded = foldHeader(header)
  return known.find((candidate) => foldHeader(candidate) === folded) ?? header
}

/** Takes headers out of a list of the settings. @returns undefined if the list has none of them; null if none is left */
function removeFrom(list: unknown, headers: ReadonlySet<string>): readonly unknown[] | null | undefined {
  if (!Array.isArray(list)) return undefined
  const rest: unknown[] = list.filter((header) => typeof header !== 'string' || !headers.has(foldHeader(header)))
  if (rest.length === list.length) return undefined
  return rest.length === 0 ? null : rest
}

/**
 * Adapts a change of `columns` and `presence` to the settings that are set: a header keeps its spelling there, and one
 * that gets a field leaves `ignore` and `notes_from`.
 */
export function addressColumns(set: Values, change: Values): Values {
  const result: Record<string, unknown> = { ...change }
  for (const name of ['columns', 'presence']) {
    const changed = change[name]
    const known = isMap(set[name]) ? Object.keys(set[name]) : []
    if (isMap(changed))
      result[name] = Object.fromEntries(Object.entries(changed).map(([header, value]) => [spell(header, known), value]))
  }
  const { columns } = change
  if (!isMap(columns)) return result
  const headers = new Set(Object.keys(columns).map(foldHeader))
  for (const name of ['ignore', 'notes_from']) {
    if (Object.hasOwn(change, name)) continue
    const rest = removeFrom(set[name], headers)
    if (rest !== undefined) result[name] = rest
  }
  return result
}
