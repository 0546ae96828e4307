import { writeXlsxStream } from 'hucre/xlsx'
import { escapeFormula, type TableCell } from '../../contract/csv.ts'
import { MAX_CELL_LENGTH } from '../cells/maxCellLength.ts'

const shortenToCell = (text: string): string =>
  text.length <= MAX_CELL_LENGTH ? text : `${text.slice(0, MAX_CELL_LENGTH - 1)}…`.toWellFormed()

/** Escapes characters invalid in XML, and text that looks like such an escape (`_x0041_`, section 22.9.2.19). */
const toWorkbookText = (text: string): string =>
  shortenToCell(text)
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('\ufffe', '_xFFFE_')
    .replaceAll('\uffff', '_xFFFF_')

/**
 * Writes a workbook with one sheet and a frozen header. Text cells preserve leading zeros; formulas are escaped as in
 * CSV.
 */
export async function* writeWorkbook(
  rows: Iterable<readonly TableCell[]>,
  sheetName: string,
): AsyncGenerator<Uint8Array> {
  const cells = Iterator.from(rows).map((row) =>
    row.map((cell) => (typeof cell === 'string' ? toWorkbookText(escapeFormula(cell)) : cell)),
  )
  yield* writeXlsxStream(cells, { name: sheetName, freezePane: { rows: 1 } })
}
