import type { Gear } from '../../../contract/api/gear.ts'
import { BYTE_ORDER_MARK, formatCsvRow, joinList, type TableCell } from '../../../contract/csv.ts'

const FIRST_FIELDS = [
  'id',
  'gear_type',
  'brand',
  'model',
  'asset_tag',
  'serial_number',
  'status',
  'condition',
  'storage_location',
]

const escapeText = (text: string): string => (text.startsWith("'") && text !== "'" ? `'${text}` : text)

function toCell(value: unknown): TableCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return escapeText(joinList(value as string[]))
  return typeof value === 'string' ? escapeText(value) : JSON.stringify(value)
}

/** Builds the text of a CSV file with a column for each field that occurs. */
export function toCsv(items: readonly Gear[]): string {
  const names = [...new Set([...FIRST_FIELDS, ...items.flatMap((item) => Object.keys(item))])]
  const rows = items.map((item) => names.map((name) => toCell((item as Record<string, unknown>)[name])))
  return BYTE_ORDER_MARK + [names, ...rows].map(formatCsvRow).join('')
}
