import { contentOf } from '../cells/cellContent.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { parseCell } from '../cells/parseCell.ts'
import type { Cell } from '../types.ts'
import type { ColumnProfile } from './columnProfile.ts'
import { contentsOfField } from './fieldContents.ts'
import { createTrialRules } from './trialRules.ts'

/**
 * Chooses the field that fits more cells of a column. Where no cell fits either, the first field is chosen, whose
 * expectation then leaves the column out.
 * @returns undefined if both fit equally many
 */
export function chooseField(fields: readonly [string, string], { filled, values }: ColumnProfile): string | undefined {
  const [rulesA, rulesB] = [createTrialRules(fields[0]), createTrialRules(fields[1])]
  let fitsA = 0
  let fitsB = 0
  for (const { cell, text } of values) {
    const a = isFittingCell(cell, text, rulesA)
    const b = isFittingCell(cell, text, rulesB)
    // Nearly any text fits a text field. A cell counts for one only if it does not fit the other field.
    if (a && !(rulesA.kind === 'text' && b)) fitsA++
    if (b && !(rulesB.kind === 'text' && a)) fitsB++
  }
  if (fitsA === 0 && fitsB === 0 && filled > 1) return fields[0]
  if (fitsA === fitsB) return undefined
  return fitsA > fitsB ? fields[0] : fields[1]
}

/** Counts the cells of a column that fit a field. */
export function countFitting(field: string, { values }: ColumnProfile): number {
  const rules = createTrialRules(field)
  return values.filter(({ cell, text }) => isFittingCell(cell, text, rules)).length
}

/** A duration counts as fitting a date field, whose parser refuses it with a helpful message. */
function isFittingCell(cell: Cell, text: string, rules: ColumnRules): boolean {
  const { code } = parseCell(cell, text, rules)
  if (code !== undefined) return code === 'duration' && rules.kind === 'date'
  return contentsOfField(rules.field).includes(contentOf(cell, text))
}
