import { z } from 'zod'
import { BulkEditFilter, BulkEditUpdates, MAX_BULK_EDIT_ITEMS } from './bulkEdit.ts'
import { Run } from './control.ts'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { toSchemaMessage } from '../schemaFaults.ts'
import { uuid } from '../text.ts'

/**
 * `etag` is the version that the person saw, as in `If-Match`: an item with another one is refused. Without it the
 * plan's version counts.
 */
const BulkEditItem = z.strictObject({
  id: uuid,
  etag: z
    .string()
    .regex(/^"[\w.:+-]{1,64}"$/, toSchemaMessage('no_etag', {}))
    .optional(),
})

/** Selects items by id, or by a filter of the list without the items of `except`. */
export const NewBulkEdit = z
  .strictObject({
    items: z.array(BulkEditItem).min(1).max(MAX_BULK_EDIT_ITEMS).optional(),
    filter: BulkEditFilter.optional(),
    except: z.array(uuid).max(MAX_BULK_EDIT_ITEMS).optional(),
    updates: BulkEditUpdates,
  })
  .refine(
    ({ items, filter }) => (items === undefined) !== (filter === undefined),
    toSchemaMessage('items_or_filter', {}),
  )
  .refine(
    ({ items, except }) => items === undefined || except === undefined,
    toSchemaMessage('except_beside_items', {}),
  )
export type NewBulkEdit = z.output<typeof NewBulkEdit>

/**
 * Plans the same changes for many items. The plan is a run that waits for `approveRun` or `rejectRun`, and expires
 * after a day. A plan that changes nothing ends at once. It can be read, followed and undone like any other run.
 */
export const createBulkEdit = defineControlOperation({
  id: 'createBulkEdit',
  method: 'POST',
  path: '/bulk-edits',
  objectType: 'sync',
  summary: 'Plan the same changes for many items',
  body: NewBulkEdit,
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: ['api_unavailable', ...temporalErrors],
})
