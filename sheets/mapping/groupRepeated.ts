import type { MappedRow } from '../types.ts'

/** Groups of two or more rows with the same text. A row without a text is in none. */
export function groupRepeated(rows: Iterable<MappedRow>, textOf: (row: MappedRow) => string | undefined): MappedRow[][] {
  // Most texts stand once, and an array for each would need much memory.
  const groups = new Map<string, MappedRow | MappedRow[]>()
  for (const row of rows) {
    const text = textOf(row)
    if (text === undefined) continue
    const group = groups.get(text)
    if (group === undefined) groups.set(text, row)
    else if (Array.isArray(group)) group.push(row)
    else groups.set(text, [group, row])
  }
  const all = [...groups.values()]
  return all.filter((group) => Array.isArray(group))
}
