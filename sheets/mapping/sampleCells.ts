import { normaliseLine } from '../cells/normalise.ts'
import { toColumnIndex } from '../vocabulary/columnLetters.ts'
import type { SheetRow } from '../types.ts'

const SAMPLES = 3
const MAX_LENGTH = 60

const shorten = (text: string): string => (text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`)

/** Lists the first different texts in the cells of a column, by its letter. @param items rows that are items */
export function sampleCells(items: readonly SheetRow[], letter: string): string[] {
  const index = toColumnIndex(letter)
  const samples = new Set<string>()
  for (const { cells } of items) {
    const text = normaliseLine(cells[index]?.text ?? '')
    if (text !== '') samples.add(shorten(text))
    if (samples.size === SAMPLES) break
  }
  return [...samples]
}
