import { sql, type RawBuilder } from 'kysely'
import type { FieldSort, GearSort } from '../../../contract/api/gearSort.ts'
import { gearConditions, gearStatuses, gearTypes } from '../../../contract/api/gearFields.ts'

export type Direction = 'asc' | 'desc'
export type SortKey = Exclude<GearSort, `-${string}`>
export type ColumnKey = Exclude<SortKey, 'created_at' | 'name'>

/** `field` is the name of an own field. */
export type GearOrder =
  | { key: SortKey; direction: Direction }
  | { key: 'own_field'; direction: Direction; field: string }

const FIELD_PREFIX = 'field.'

export function toGearOrder(sort: GearSort | FieldSort): GearOrder {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const key = direction === 'desc' ? sort.slice(1) : sort
  if (key.startsWith(FIELD_PREFIX)) return { key: 'own_field', direction, field: key.slice(FIELD_PREFIX.length) }
  return { key: key as SortKey, direction }
}

export const isNewestFirst = ({ key, direction }: GearOrder): boolean => key === 'created_at' && direction === 'desc'

export const reverse = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

/** Columns that sort by a value's position in the contract, which is the order of meaning. */
const rankedColumns = {
  type: { column: 'gear_type', values: gearTypes as readonly string[] },
  status: { column: 'status', values: gearStatuses as readonly string[] },
  condition: { column: 'condition', values: gearConditions as readonly string[] },
}
type RankedKey = keyof typeof rankedColumns

function rankOf(key: RankedKey): RawBuilder<number> {
  const { column, values } = rankedColumns[key]
  const ranks = values.map((value, index) => sql`when ${sql.lit(value)} then ${sql.lit(index)}`)
  return sql<number>`case ${sql.ref(column)} ${sql.join(ranks, sql` `)} else ${sql.lit(values.length)} end`
}

const sortedValues: Record<ColumnKey, RawBuilder<unknown>> = {
  type: rankOf('type'),
  status: rankOf('status'),
  condition: rankOf('condition'),
  asset_tag: sql.ref('tag_fold'),
  serial_number: sql.ref('serial_fold'),
  storage_location: sql.ref('location_key'),
  purchase_date: sql.ref('purchase_date'),
  purchase_price: sql.ref('purchase_cents'),
  replacement_value: sql.ref('replacement_cents'),
}

/**
 * Lists the terms that an order compares before the ids. Items without a value are last in both directions, and first
 * when the list is read from its end.
 */
export const toOrderTerms = (
  key: ColumnKey,
  direction: Direction,
  isFromEnd: boolean,
): [RawBuilder<unknown>, Direction][] => [
  [sql`${sortedValues[key]} is null`, isFromEnd ? 'desc' : 'asc'],
  [sortedValues[key], direction],
]

/** A part of a sorted list whose order an index has. */
export interface ListPart {
  condition: RawBuilder<boolean>
  /** Term that is compared before the ids; undefined if all values are equal. */
  value?: RawBuilder<unknown>
  /** Filter with the same meaning as the condition. */
  filter?: { type?: string; status?: string }
}

/** Lists the parts of a list in its order: one for each ranked value, or the items with a value and those without. */
export function toListParts(key: ColumnKey, direction: Direction, isFromEnd: boolean): ListPart[] {
  if (key === 'type' || key === 'status' || key === 'condition') {
    const { column, values } = rankedColumns[key]
    const ranked = values.map((value): ListPart => {
      const condition = sql<boolean>`${sql.ref(column)} = ${value}`
      return key === 'condition' ? { condition } : { condition, filter: { [key]: value } }
    })
    // Rows of an older server have no condition yet.
    const parts: ListPart[] =
      key === 'condition' ? [...ranked, { condition: sql<boolean>`${sql.ref(column)} is null` }] : ranked
    return direction === 'asc' ? parts : parts.toReversed()
  }
  const value = sortedValues[key]
  const parts: ListPart[] = [
    { condition: sql<boolean>`${value} is not null`, value },
    { condition: sql<boolean>`${value} is null` },
  ]
  return isFromEnd ? parts.toReversed() : parts
}
