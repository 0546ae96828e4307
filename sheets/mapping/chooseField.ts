import type { ReadCell } from '../cells/cellState.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { parseCell } from '../cells/parseCell.ts'
import { listWords } from '../cells/words.ts'
import type { Cell, SheetRow } from '../types.ts'
import { findFieldKind } from '../vocabulary/fields.ts'

/** Chooses the field that fits more cells of a column. @returns undefined if both fit equally many */
export function chooseField(
  fields: readonly [string, string],
  index: number,
  body: readonly SheetRow[],
  readCell: ReadCell,
): string | undefined {
  const [rulesA, rulesB] = [createRules(fields[0]), createRules(fields[1])]
  let fitsA = 0
  let fitsB = 0
  for (const row of body) {
    const cell = row.cells[index]
    if (!cell) continue
    const { state, text } = readCell(cell)
    if (state !== 'value') continue
    const a = isFittingCell(cell, text, rulesA)
    const b = isFittingCell(cell, text, rulesB)
    // Any text fits a text field. A cell counts for one only if it does not fit the other field.
    if (a && !(rulesA.kind === 'text' && b)) fitsA++
    if (b && !(rulesB.kind === 'text' && a)) fitsB++
  }
  if (fitsA === fitsB) return undefined
  return fitsA > fitsB ? fields[0] : fields[1]
}

/** A duration counts as fitting a date field, whose parser refuses it with a helpful message. */
function isFittingCell(cell: Cell, text: string, rules: ColumnRules): boolean {
  const { code } = parseCell(cell, text, rules)
  return code === undefined || (code === 'duration' && rules.kind === 'date')
}

function createRules(field: string): ColumnRules {
  const words = listWords(field)
  return {
    field,
    kind: findFieldKind(field) ?? 'text',
    currency: '',
    dateOrder: { order: 'DMY', by: 'column' },
    monthDay: 'first',
    ...(words && { words }),
  }
}
