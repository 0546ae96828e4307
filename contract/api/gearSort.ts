// Orders of lists of gear.
import { z } from 'zod'
import { describeChoice } from '../describeIssue.ts'
import { FIELD_NAME } from './customFieldValues.ts'

const gearSortKeys = [
  'created_at',
  'name',
  'type',
  'status',
  'condition',
  'asset_tag',
  'serial_number',
  'storage_location',
  'purchase_date',
  'purchase_price',
  'replacement_value',
] as const
type GearSortKey = (typeof gearSortKeys)[number]
/** A minus sign in front reverses the order. */
export type GearSort = GearSortKey | `-${GearSortKey}`
/** Order by a filterable own field. */
export type FieldSort = `${'' | '-'}field.${string}`

export const gearSorts: readonly GearSort[] = gearSortKeys.flatMap((key): GearSort[] => [key, `-${key}`])

const FIELD_SORT = new RegExp(`^-?field\\.${FIELD_NAME.source.slice(1)}`)

/** A field of the contract, or a filterable own field. */
export const gearSort = z
  .string()
  .check((context) => {
    if ((gearSorts as readonly string[]).includes(context.value) || FIELD_SORT.test(context.value)) return
    const fault = describeChoice(gearSorts, context.value)
    context.issues.push({ code: 'custom', input: context.value, message: fault.detail, params: { fault } })
  })
  .transform((sort) => sort as GearSort | FieldSort)
  .meta({ anyOf: [{ enum: gearSorts }, { pattern: FIELD_SORT.source }] })
