import { sql, type RawBuilder } from 'kysely'
import type { GearSort } from '../../../contract/gear.ts'
import { gearConditions, gearStatuses, gearTypes } from '../../../contract/gearFields.ts'

export type Direction = 'asc' | 'desc'
export type SortKey = Exclude<GearSort, `-${string}`>
export type ColumnKey = Exclude<SortKey, 'created_at' | 'name'>

export interface GearOrder {
  key: SortKey
  direction: Direction
}

export const toGearOrder = (sort: GearSort): GearOrder =>
  sort.startsWith('-') ? { key: sort.slice(1) as SortKey, direction: 'desc' } : { key: sort as SortKey, direction: 'asc' }

export const isNewestFirst = ({ key, direction }: GearOrder): boolean => key === 'created_at' && direction === 'desc'

export const reverse = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

/** Position of a value in the contract, which is the order of the values' meaning. */
function rankOf(column: string, values: readonly string[]): RawBuilder<number> {
  const ranks = values.map((value, index) => sql`when ${sql.lit(value)} then ${sql.lit(index)}`)
  return sql<number>`case ${sql.ref(column)} ${sql.join(ranks, sql` `)} else ${sql.lit(values.length)} end`
}

const sortedValues: Record<ColumnKey, RawBuilder<unknown>> = {
  type: rankOf('gear_type', gearTypes),
  status: rankOf('status', gearStatuses),
  condition: rankOf('condition', gearConditions),
  asset_tag: sql.ref('tag_fold'),
  serial_number: sql.ref('serial_fold'),
  storage_location: sql.ref('location_key'),
  purchase_date: sql.ref('purchase_date'),
  purchase_price: sql.ref('purchase_cents'),
  replacement_value: sql.ref('replacement_cents'),
}

/** What an order compares before the ids. Items without a value are last in both directions, and first when the list is read from its end. */
export const toOrderTerms = (key: ColumnKey, direction: Direction, isFromEnd: boolean): [RawBuilder<unknown>, Direction][] => [
  [sql`${sortedValues[key]} is null`, isFromEnd ? 'desc' : 'asc'],
  [sortedValues[key], direction],
]
