import { BYTE_ORDER_MARK, formatCsvRow, type TableCell } from '../../contract/csv.ts'

const ROWS_PER_CHUNK = 500

/** Writes rows as a CSV file, in chunks. */
export async function* writeCsv(
  rows: Iterable<readonly TableCell[]> | AsyncIterable<readonly TableCell[]>,
): AsyncGenerator<string> {
  let chunk = BYTE_ORDER_MARK
  let count = 0
  for await (const row of rows) {
    chunk += formatCsvRow(row)
    if (++count % ROWS_PER_CHUNK > 0) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
