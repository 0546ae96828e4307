import { toColumnLetter } from '../../vocabulary/columnLetters.ts'
import type { TabPart } from './listTabs.ts'

/** Sheet names are always quoted, because a name may look like a range (`A1`). */
const quote = (title: string): string => `'${title.replaceAll("'", "''")}'`

/** Formats a whole sheet in A1 notation. */
export const sheetRange = (title: string): string => quote(title)

/** Formats rows of a sheet in A1 notation. @param first from 0 @param end the row after the last */
export const rowRange = (title: string, first: number, end: number): string => `${quote(title)}!${first + 1}:${end}`

/** Formats rows of adjacent columns in A1 notation. @param first from 0 @param end the row after the last */
export const columnsRange = (
  title: string,
  [from, to]: readonly [string, string],
  first: number,
  end: number,
): string => `${quote(title)}!${from}${first + 1}:${to}${end}`

/** Formats rows of one column in A1 notation. @param first from 0 @param end the row after the last */
export const columnRange = (title: string, letters: string, first: number, end: number): string =>
  `${quote(title)}!${letters}${first + 1}:${letters}${end}`

/**
 * Formats rows of a part of a sheet in A1 notation.
 * @param first from 0
 * @param end the row after the last
 * @param columns the first column, and the column after the last
 */
export function partRange(
  { title, columnCount, area }: TabPart,
  first: number,
  end: number,
  [from, to]: readonly [number, number] = [area.firstColumn, area.endColumn],
): string {
  if (from === 0 && to === columnCount) return rowRange(title, first, end)
  return columnsRange(title, [toColumnLetter(from), toColumnLetter(to - 1)], first, end)
}
