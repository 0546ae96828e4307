import { createColumnHelper, type VisibilityState } from '@tanstack/react-table'
import type { Gear } from '../../../contract/api/gear.ts'
import type { Format } from '../../base/createFormat.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Tag, type Tone } from '../../parts/Tag.tsx'
import type { Texts } from '../../texts/en.ts'

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

export const storeColumns = (columns: VisibilityState): void => localStorage.setItem(STORED_AS, JSON.stringify(columns))

/** Creates the columns that identify items. */
function createItemColumns(texts: Texts) {
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

export const createColumns = (texts: Texts, format: Format) => [
  ...createItemColumns(texts),
  ...createValueColumns(texts, format),
]

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData, TValue> {
    /** True to align the column to the right. */
    isNumber?: boolean
    /** True for a column that keeps its width where others give some of theirs: a cut status or tag says nothing. */
    isWhole?: boolean
  }
}
