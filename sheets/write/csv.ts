import { formatPlainDecimal, type OutCell } from '../cells/outCell.ts'

const BYTE_ORDER_MARK = '\ufeff'
const ROWS_PER_CHUNK = 500

const formatCsvCell = (cell: OutCell): string => {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? formatPlainDecimal(cell) : cell
  return /[",;\t\r\n|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes CSV (RFC 4180): UTF-8 with a byte order mark for spreadsheet programs, commas, CRLF. */
export async function* writeCsv(
  rows: Iterable<readonly OutCell[]> | AsyncIterable<readonly OutCell[]>,
): AsyncGenerator<string> {
  let chunk = BYTE_ORDER_MARK
  let count = 0
  for await (const row of rows) {
    chunk += `${row.map(formatCsvCell).join(',')}\r\n`
    if (++count % ROWS_PER_CHUNK > 0) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
