import { toFieldKey } from '../../../contract/api/fieldKeys.ts'
import { createColumnHelper, type ColumnMeta, type VisibilityState } from '@tanstack/react-table'
import type { CustomField } from '../../../contract/api/customFields.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import { formatCustomValue, isFilterable } from '../../base/customFields.ts'
import type { Format } from '../../base/createFormat.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Tag, type Tone } from '../../parts/Tag.tsx'
import type { Texts } from '../../texts/en.ts'
import { toFilterName } from './search.ts'

const helper = createColumnHelper<Gear>()

export const statusTones: Record<Gear['status'], Tone> = {
  available: 'good',
  ready: 'good',
  in_use: 'busy',
  maintenance: 'warn',
  retired: 'quiet',
}

/** Default columns, until a person chooses others. */
const defaultColumns: VisibilityState = {
  category: false,
  serial_number: false,
  purchase_date: false,
  purchase_price: false,
  warranty_expires_on: false,
  updated_at: false,
}

const STORED_AS = 'kitroom.inventory.columns'

export function readColumns(): VisibilityState {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '{}')
    return { ...defaultColumns, ...(typeof stored === 'object' ? stored : {}) }
  } catch {
    return defaultColumns
  }
}

/** Own fields are columns once a person chooses them. */
export const showColumns = (stored: VisibilityState, fields: readonly CustomField[]): VisibilityState => ({
  ...stored,
  ...Object.fromEntries(fields.map(({ name }) => [toFieldKey(name), stored[toFieldKey(name)] === true])),
})

export const storeColumns = (columns: VisibilityState): void => localStorage.setItem(STORED_AS, JSON.stringify(columns))

/** Creates the columns that identify items. @param categories labels of categories by name */
function createItemColumns(texts: Texts, categories: Readonly<Record<string, string>>) {
  return [
    helper.accessor((item) => `${item.brand} ${item.model}`, {
      id: 'item',
      header: texts.inventory.item,
      size: 200,
      enableHiding: false,
    }),
    helper.accessor('asset_tag', {
      header: texts.fieldHeads.asset_tag,
      size: 120,
      meta: { isWhole: true },
      cell: ({ getValue }) => <span className="mono">{getValue() ?? texts.none}</span>,
    }),
    helper.accessor('gear_type', {
      header: texts.fields.gear_type,
      size: 90,
      cell: ({ getValue }) => texts.gearTypes[getValue()],
    }),
    helper.accessor((item) => (item.gear_type === 'accessory' ? item.category : null), {
      id: 'category',
      header: texts.fields.category,
      size: 120,
      cell: ({ getValue }) => {
        const category = getValue()
        return category === null ? texts.none : (categories[category] ?? category)
      },
    }),
    helper.accessor('status', {
      header: texts.fields.status,
      size: 120,
      meta: { isWhole: true },
      cell: ({ getValue }) => <Tag tone={statusTones[getValue()]}>{texts.gearStatuses[getValue()]}</Tag>,
    }),
    helper.accessor('condition', {
      header: texts.fields.condition,
      size: 90,
      cell: ({ getValue }) => texts.gearConditions[getValue()],
    }),
    helper.accessor('storage_location', {
      header: texts.fields.storage_location,
      size: 120,
      cell: ({ getValue }) => getValue() ?? texts.none,
    }),
    helper.accessor('serial_number', {
      header: texts.fieldHeads.serial_number,
      size: 150,
      cell: ({ getValue }) => <span className="mono">{getValue() ?? texts.none}</span>,
    }),
  ]
}

/** Creates the columns of values and dates. */
function createValueColumns(texts: Texts, format: Format) {
  const money = (value: number | null) => (value === null ? texts.none : format.shortMoney(value))
  const day = (value: string | null) => (value === null ? texts.none : format.day(value))
  return [
    helper.accessor('replacement_value', {
      header: texts.fieldHeads.replacement_value,
      size: 165,
      meta: { isNumber: true },
      cell: ({ getValue }) => money(getValue()),
    }),
    helper.accessor('purchase_price', {
      header: texts.fields.purchase_price,
      size: 165,
      meta: { isNumber: true },
      cell: ({ getValue }) => money(getValue()),
    }),
    helper.accessor('purchase_date', {
      header: texts.fields.purchase_date,
      size: 120,
      cell: ({ getValue }) => day(getValue()),
    }),
    helper.accessor('warranty_expires_on', {
      header: texts.fields.warranty_expires_on,
      size: 130,
      cell: ({ getValue }) => day(getValue()),
    }),
    helper.accessor('updated_at', {
      header: texts.fields.updated_at,
      size: 130,
      cell: ({ getValue }) => <Moment at={getValue()} />,
    }),
  ]
}

const createCustomColumns = (fields: readonly CustomField[], texts: Texts, format: Format) =>
  fields.map((field) =>
    helper.accessor((item) => item.fields?.[field.name], {
      id: toFieldKey(field.name),
      header: field.label,
      size: 130,
      meta: {
        isCustom: true,
        isNumber: field.type === 'integer' || field.type === 'number',
        ...(isFilterable(field) && { sortKey: toFilterName(field.name) }),
      },
      cell: ({ getValue }) => formatCustomValue(field, getValue(), texts, format),
    }),
  )

export const createColumns = (
  texts: Texts,
  format: Format,
  fields: readonly CustomField[],
  categories: Readonly<Record<string, string>>,
) => [
  ...createItemColumns(texts, categories),
  ...createValueColumns(texts, format),
  ...createCustomColumns(fields, texts, format),
]

/** Sort key of the API for each column that has one, beside those of own fields. */
const sortKeys: Readonly<Record<string, string>> = {
  item: 'name',
  asset_tag: 'asset_tag',
  gear_type: 'type',
  status: 'status',
  condition: 'condition',
  storage_location: 'storage_location',
  serial_number: 'serial_number',
  replacement_value: 'replacement_value',
  purchase_price: 'purchase_price',
  purchase_date: 'purchase_date',
}

export const sortKeyOf = (id: string, meta: ColumnMeta<Gear, unknown> | undefined): string | undefined =>
  meta?.sortKey ?? sortKeys[id]

export interface ColumnName {
  id: string
  label: string
  /** Undefined if the API cannot sort by the column. */
  sortKey: string | undefined
}

export const nameColumns = (columns: ReturnType<typeof createColumns>): ColumnName[] =>
  columns.map(({ id: given, header, meta, ...column }) => {
    const id = given ?? ('accessorKey' in column ? String(column.accessorKey) : '')
    return { id, label: String(header), sortKey: sortKeyOf(id, meta) }
  })

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData, TValue> {
    /** True to align the column to the right. */
    isNumber?: boolean
    /** True for a column that keeps its width where others give some of theirs: a cut status or tag says nothing. */
    isWhole?: boolean
    /** True for a column of an own field. */
    isCustom?: boolean
    /** Sort key of the API, if its own field has one. */
    sortKey?: string
  }
}
