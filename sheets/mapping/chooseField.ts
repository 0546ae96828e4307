import type { ReadCell } from '../cells/cellState.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { parseCell } from '../cells/parseCell.ts'
import { wordsOf } from '../cells/words.ts'
import type { Cell, SheetRow } from '../types.ts'
import { kindOf } from './fields.ts'

/** The field that a column's cells fit better, if they tell. */
export function chooseField(fields: readonly [string, string], index: number, body: readonly SheetRow[], readCell: ReadCell): string | undefined {
  const [rulesA, rulesB] = [rulesFor(fields[0]), rulesFor(fields[1])]
  let fitsA = 0
  let fitsB = 0
  for (const row of body) {
    const cell = row.cells[index]
    if (!cell) continue
    const { state, text } = readCell(cell)
    if (state !== 'value') continue
    const a = fits(cell, text, rulesA)
    const b = fits(cell, text, rulesB)
    // Any text fits a text field, so it counts only when it does not fit the other.
    if (a && !(rulesA.kind === 'text' && b)) fitsA++
    if (b && !(rulesB.kind === 'text' && a)) fitsB++
  }
  if (fitsA === fitsB) return undefined
  return fitsA > fitsB ? fields[0] : fields[1]
}

/** A duration in a warranty column belongs to the date field, which refuses it with its own message. */
function fits(cell: Cell, text: string, rules: ColumnRules): boolean {
  const { code } = parseCell(cell, text, rules)
  return code === undefined || (code === 'duration' && rules.kind === 'date')
}

function rulesFor(field: string): ColumnRules {
  const words = wordsOf(field)
  return { field, kind: kindOf(field) ?? 'text', currency: '', dateOrder: { order: 'DMY', by: 'column' }, monthDay: 'first', ...(words && { words }) }
}
