import type { AuditEntry } from '../../../contract/settings/audit.ts'
import { auditFields } from './view.ts'

/** How one format of the export is written. */
export interface ExportText {
  head: string
  line: (entry: AuditEntry) => string
}

/** A cell that begins so may be a formula in a spreadsheet: full-width signs are taken for the plain ones, blanks before them are ignored. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]/

function csvCell(value: string | number | boolean | readonly string[] | null): string {
  if (value === null) return ''
  const text = Array.isArray(value) ? value.join(' ') : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One JSON object a line. */
export const ndjson: ExportText = { head: '', line: (entry) => `${JSON.stringify(entry)}\n` }

/** RFC 4180 with a header row; empty cells for `null`, lists with blanks between, formulas made inert by a leading apostrophe. */
export const csv: ExportText = {
  head: `${auditFields.join(',')}\r\n`,
  line: (entry) => `${auditFields.map((field) => csvCell(entry[field])).join(',')}\r\n`,
}
