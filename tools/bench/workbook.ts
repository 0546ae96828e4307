import { writeXlsx } from 'hucre/xlsx'
import { parse } from 'csv-parse/sync'

/** Converts CSV to a workbook with typed dates and amounts. */
export function toWorkbook(csv: Uint8Array): Promise<Uint8Array> {
  const rows = parse(Buffer.from(csv), { bom: true })
  const typedRows = rows.map((row, index) =>
    row.map((value) => {
      if (value === '') return null
      if (index === 0) return value
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return new Date(value)
      return /^\d+\.\d\d$/.test(value) ? Number(value) : value
    }),
  )
  return writeXlsx({ sheets: [{ name: 'Inventory', rows: typedRows }] })
}
