import type { CustomField } from '../../../contract/api/customFields.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import { BYTE_ORDER_MARK, formatCsvRow, joinList, type TableCell } from '../../../contract/csv.ts'
import { labelWithUnit } from '../../base/customFields.ts'

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

/** Heads the columns of own fields by their labels. A label that is taken already has the name of its field, too. */
function toHeads(names: readonly string[], customFields: readonly CustomField[]): string[] {
  const taken = new Set(names)
  return customFields.map((field) => {
    const label = labelWithUnit(field)
    const head = taken.has(label.toLowerCase()) ? `${label} (${field.name})` : label
    taken.add(head.toLowerCase())
    return escapeText(head)
  })
}

/**
 * Builds the text of a CSV file with a column for each field that occurs.
 * @param customFields own fields that have a column; none by default
 */
export function toCsv(items: readonly Gear[], customFields: readonly CustomField[] = []): string {
  const occurring = new Set([...FIRST_FIELDS, ...items.flatMap((item) => Object.keys(item))])
  occurring.delete('fields')
  const names = [...occurring]
  const rows = items.map((item) => [
    ...names.map((name) => toCell((item as Record<string, unknown>)[name])),
    ...customFields.map(({ name }) => toCell(item.fields?.[name])),
  ])
  return BYTE_ORDER_MARK + [[...names, ...toHeads(names, customFields)], ...rows].map(formatCsvRow).join('')
}
