import { isErrorWord } from '../../cells/escape.ts'
import type { GoogleGrid, GoogleValue } from '../../googleGrid.ts'
import { toColumnLetter } from '../../vocabulary/columnLetters.ts'
import { gridsOf } from './listTabs.ts'
import { columnRange } from './ranges.ts'
import type { SheetReads } from './reads.ts'
import type { TabCells } from './values.ts'

/** Google sends errors as text, which a person may also have typed. */
export const looksLikeError = (value: GoogleValue): boolean =>
  typeof value === 'string' && isErrorWord(value.trim().toLowerCase())

/** Finds the first and last row with an error text, by column. */
function findCandidates({ values }: TabCells): Map<number, [first: number, last: number]> {
  const columns = new Map<number, [number, number]>()
  for (const [row, cells] of values.entries())
    for (const [column, value] of cells.entries())
      if (looksLikeError(value)) columns.set(column, [columns.get(column)?.[0] ?? row, row])
  return columns
}

/** Finds cells whose value is an error, in at most one read. */
export async function findErrors(reads: SheetReads, sheets: readonly TabCells[]): Promise<GoogleGrid['errors'][]> {
  const ranges = sheets.flatMap((cells) =>
    [...findCandidates(cells)].map(([column, [first, last]]) =>
      columnRange(cells.tab.title, toColumnLetter(column), first, last + 1),
    ),
  )
  if (ranges.length === 0) return sheets.map(() => [])
  const found = await reads.errors(ranges)
  return sheets.map(({ tab, values }) => {
    return gridsOf(found, tab).flatMap(({ startRow, startColumn, rowData = [] }) =>
      rowData.flatMap(({ values: cells = [] }, row) =>
        cells.flatMap(({ effectiveValue }, column): [number, number][] => {
          const at: [number, number] = [(startRow ?? 0) + row, (startColumn ?? 0) + column]
          return effectiveValue?.errorValue && looksLikeError(values[at[0]]?.[at[1]] ?? '') ? [at] : []
        }),
      ),
    )
  })
}
