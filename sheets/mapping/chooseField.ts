import type { ReadCell } from '../cells/cellState.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { parseCell } from '../cells/parseCell.ts'
import { wordsOf } from '../cells/words.ts'
import type { Cell, SheetRow } from '../types.ts'
import { kindOf } from './fields.ts'

/** Which of two fields the cells of a column fit better; undefined when they do not tell. */
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
    // any cell fits a field of text, so there it only counts when it does not fit the other one
    if (a && !(rulesA.kind === 'text' && b)) fitsA++
    if (b && !(rulesB.kind === 'text' && a)) fitsB++
  }
  if (fitsA === fitsB) return undefined
  return fitsA > fitsB ? fields[0] : fields[1]
}

/** A span of time where a warranty stands is meant for its date, and is refused there with a sentence of its own. */
function fits(cell: Cell, text: string, rules: ColumnRules): boolean {
  const { code } = parseCell(cell, text, rules)
  return code === undefined || (code === 'duration' && rules.kind === 'date')
}

function rulesFor(field: string): ColumnRules {
  const words = wordsOf(field)
  return { field, kind: kindOf(field) ?? 'text', currency: '', dateOrder: { order: 'DMY', by: 'column' }, monthDay: 'first', ...(words && { words }) }
}
