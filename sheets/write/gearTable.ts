import { toFieldKey } from '../../contract/api/fieldKeys.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { CustomField } from '../../contract/api/customFields.ts'
import { joinList, type TableCell } from '../../contract/csv.ts'
import { matchHeader } from '../mapping/matchHeader.ts'
import { lacksField, findFieldKind } from '../vocabulary/fields.ts'
import { headerTable } from '../vocabulary/headers.ts'
import { WARRANTY_LENGTH } from '../vocabulary/warrantyHeaders.ts'
import { escapeCellText } from '../cells/escape.ts'
import { isPlausibleDuration } from '../cells/duration.ts'
import { normaliseIdentifier } from '../cells/normalise.ts'
import type { ColumnTarget } from '../types.ts'
import { MAX_CELL_LENGTH } from '../cells/maxCellLength.ts'

export interface ExportColumn {
  header: string
  target: ColumnTarget
}

const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Columns of an export. The header is the first English one of each field, which a sync recognizes. */
export const exportColumns: readonly ExportColumn[] = headerTable
  // The thread of a filter shares the column of a lens's thread. The end of a warranty has a column of its own.
  .filter(({ target }) => target !== 'thread_mm' && target !== WARRANTY_LENGTH)
  .map(({ target, en }) => ({ header: capitalize(en.split(', ')[0] ?? ''), target }))

type Item = Gear & Record<string, unknown>

function fieldOf({ target }: ExportColumn, item: Item): string | undefined {
  const field = typeof target === 'string' ? target : target[item.gear_type]
  return field === undefined || lacksField(item.gear_type, field) ? undefined : field
}

function toCell(field: string, value: unknown, clearToken: string): TableCell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return escapeCellText(joinList(value as string[]), clearToken)
  if (typeof value !== 'string') return null
  if (field === 'warranty_provider' && isPlausibleDuration(normaliseIdentifier(value))) return `'${value}`
  return findFieldKind(field) === 'date' || findFieldKind(field) === 'word' ? value : escapeCellText(value, clearToken)
}

/** A label that names another field, or several, would be read as that one. */
function toCustomColumn({ name, label }: CustomField): ExportColumn {
  const target = toFieldKey(name)
  const isRead = matchHeader(label, new Map())?.target === target
  return { header: isRead ? label : target, target }
}

/**
 * Writes the inventory as rows; reading them again gives equal values. Empty columns are omitted.
 * @param items their own fields stand beside the others
 * @param fields own fields that `defineCustomFields` has made known
 */
export function* buildGearTable(
  items: readonly Gear[],
  clearToken: string,
  fields: readonly CustomField[] = [],
): Generator<TableCell[]> {
  const allColumns = [...exportColumns, ...fields.filter(({ state }) => state !== 'ending').map(toCustomColumn)]
  const usedColumns = allColumns.filter((column) => items.some((item) => isFilled(column, item)))
  const columns = usedColumns.length > 0 ? usedColumns : exportColumns
  yield columns.map(({ header }) => header)
  for (const item of items as readonly Item[])
    yield columns.map((column) => {
      const field = fieldOf(column, item)
      return field === undefined ? null : toCell(field, item[field], clearToken)
    })
}

/** Finds the first item with a list that is too long for a workbook cell. */
export const findItemWithLongList = (items: Iterable<Gear>): Gear | undefined =>
  Iterator.from(items).find(
    (item) =>
      item.gear_type === 'accessory' &&
      item.compatible_with &&
      joinList(item.compatible_with).length >= MAX_CELL_LENGTH,
  )

const isFilled = (column: ExportColumn, item: Item): boolean => {
  const field = fieldOf(column, item)
  return field !== undefined && (item[field] ?? null) !== null
}
