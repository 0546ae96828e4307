import { z } from 'zod'
import { FIELD_NAME } from '../api/customFieldValues.ts'
import { GearUpdates, listGear } from '../api/gear.ts'
import { toSchemaMessage } from '../schemaFaults.ts'
import { uuid } from '../text.ts'

/** Maximum number of items in a request. A filter has no limit. */
export const MAX_BULK_EDIT_ITEMS = 5000

const { type, status, condition, category, storage_location, q, search, asset_tag, serial_number } = listGear.query

const fixedFilters = { type, status, condition, category, storage_location, q, search, asset_tag, serial_number }
const OWN_FILTER = new RegExp(`^${listGear.queryMap.prefix.replace('.', String.raw`\.`)}${FIELD_NAME.source.slice(1)}`)

/** Filters like those of the list of gear, also by own fields (`field.supplier`). An empty object selects every item. */
export const BulkEditFilter = z
  .object(fixedFilters)
  .catchall(listGear.queryMap.schema)
  .check(({ value, issues }) => {
    const keys = Object.keys(value).filter((name) => !Object.hasOwn(fixedFilters, name) && !OWN_FILTER.test(name))
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value })
  })
export type BulkEditFilter = z.output<typeof BulkEditFilter>

/**
 * New values by field; `null` clears a field. Asset tag and serial number are left out, because they belong to one
 * item.
 */
export const BulkEditUpdates = GearUpdates.omit({ asset_tag: true, serial_number: true }).refine(
  (updates) => Object.keys(updates).length > 0,
  toSchemaMessage('empty_updates', {}),
)
export type BulkEditUpdates = z.output<typeof BulkEditUpdates>

/** Contents of a bulk edit, and its requester. The run that undoes it has the same. */
export const BulkEdit = z.strictObject({
  /** Number of chosen items; null until a filter was resolved. */
  items: z.int().nullable(),
  /** New values by field. */
  updates: z.record(z.string(), z.unknown()),
  /** Set if a filter selected the items. */
  filter: BulkEditFilter.optional(),
  /**
   * Owner key of the request; null for a command on the worker's machine, or for an API server of an earlier version.
   */
  by: z.strictObject({ key_id: uuid, name: z.string() }).nullable(),
})
export type BulkEdit = z.output<typeof BulkEdit>
