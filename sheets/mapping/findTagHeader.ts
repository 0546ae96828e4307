import type { ReadCell } from '../cells/cellState.ts'
import { normaliseLine } from '../cells/normalise.ts'
import { listWords, lookUpWord } from '../cells/words.ts'
import type { Cell, SheetRow } from '../types.ts'
import { suggestColumns } from './suggestColumns.ts'
import type { TablePart } from './tablePart.ts'

/** Finds the header of an unknown column whose cells look like tags. */
export function findTagHeader(
  { headerRow, header }: TablePart,
  body: readonly SheetRow[],
  readCell: ReadCell,
): string | undefined {
  const headers = headerRow.cells.map(({ text }) => text)
  const words = listWords('gear_type')
  const isType = ({ text }: Cell): boolean => lookUpWord(text, words) !== undefined
  const index = suggestColumns({ headers, matches: header.matches, body, readCell, isType }).get('asset_tag')
  return index === undefined ? undefined : normaliseLine(headers[index] ?? '')
}
