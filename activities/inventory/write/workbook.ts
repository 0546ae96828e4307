import { writeXlsxStream } from 'hucre/xlsx'
import type { OutCell } from './outCell.ts'

/** The longest text that a cell of a workbook can hold, in UTF-16 units (ECMA-376 part 1, section 18.3.1.96 as programs keep it). */
const LONGEST_CELL = 32_767

/** What looks like an escape of a workbook (`_x0041_`) is escaped itself (section 22.9.2.19), and what XML cannot hold is left out. */
const toWorkbookText = (text: string): string =>
  text
    .slice(0, LONGEST_CELL)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '')
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** Writes rows as a workbook with one sheet whose first row stays in view. Texts are text cells, so leading zeros stay. */
export async function* writeWorkbook(rows: Iterable<readonly OutCell[]>, sheetName: string): AsyncGenerator<Uint8Array> {
  const cells = Iterator.from(rows).map((row) => row.map((cell) => (typeof cell === 'string' ? toWorkbookText(cell) : cell)))
  yield* writeXlsxStream(cells, { name: sheetName, freezePane: { rows: 1 } })
}
