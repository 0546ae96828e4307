import { formatCsvRow, type TableCell } from '../../../contract/csv.ts'
import type { AuditEntry } from '../../../contract/settings/audit.ts'
import { auditFields } from './view.ts'

export interface ExportFormat {
  head: string
  line: (entry: AuditEntry) => string
}

const toCell = (value: AuditEntry[keyof AuditEntry]): TableCell => {
  if (value === null || typeof value === 'number') return value
  return Array.isArray(value) ? value.join(' ') : String(value)
}

export const ndjsonFormat: ExportFormat = { head: '', line: (entry) => `${JSON.stringify(entry)}\n` }

/** CSV with a header row. `null` is empty, lists are separated by blanks. */
export const csvFormat: ExportFormat = {
  head: formatCsvRow(auditFields),
  line: (entry) => formatCsvRow(auditFields.map((field) => toCell(entry[field]))),
}
