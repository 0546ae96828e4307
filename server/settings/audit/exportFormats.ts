import type { AuditEntry } from '../../../contract/settings/audit.ts'
import { auditFields } from './view.ts'

export interface ExportFormat {
  head: string
  line: (entry: AuditEntry) => string
}

/** Beginnings that spreadsheets read as formulas. Spreadsheets accept full-width signs and ignore leading blanks. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]/

function formatCsvCell(value: string | number | boolean | readonly string[] | null): string {
  if (value === null) return ''
  const text = Array.isArray(value) ? value.join(' ') : String(value)
  const escaped = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

export const ndjsonFormat: ExportFormat = { head: '', line: (entry) => `${JSON.stringify(entry)}\n` }

/** CSV (RFC 4180) with a header row. `null` is empty, lists are separated by blanks, formulas get a leading apostrophe. */
export const csvFormat: ExportFormat = {
  head: `${auditFields.join(',')}\r\n`,
  line: (entry) => `${auditFields.map((field) => formatCsvCell(entry[field])).join(',')}\r\n`,
}
