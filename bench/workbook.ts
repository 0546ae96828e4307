import { writeXlsx } from 'hucre/xlsx'
import { parse } from 'csv-parse/sync'

/** The same cells as a workbook has them: dates as dates, amounts as numbers. */
export function toWorkbook(csv: Uint8Array): Promise<Uint8Array> {
  const rows = parse(Buffer.from(csv), { bom: true })
  const typed = rows.map((row, index) =>
    row.map((value) => {
      if (value === '') return null
      if (index === 0) return value
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return new Date(value)
      return /^\d+\.\d\d$/.test(value) ? Number(value) : value
    }),
  )
  return writeXlsx({ sheets: [{ name: 'Inventory', rows: typed }] })
}
