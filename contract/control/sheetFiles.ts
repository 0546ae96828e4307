import { z } from 'zod'
import { listingErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { uuid } from '../text.ts'

/**
 * Stores the bytes of a sheet, at most 64 MiB. A worker receives four at once. The oldest that nothing needs are
 * deleted. `name` gives the file extension.
 */
export const uploadSheet = defineControlOperation({
  id: 'uploadSheet',
  method: 'POST',
  path: '/uploads',
  objectType: 'sync',
  summary: 'Stage the bytes of a sheet for a run',
  query: { name: z.string().min(1).max(255) },
  reply: {
    status: 201,
    body: z.strictObject({ data: z.strictObject({ upload_id: z.string(), bytes: z.int(), sha256: z.string() }) }),
  },
  errors: ['rate_limited', 'disk_nearly_full'],
})

export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

const fileQuery = { format: z.enum(tableFormats) }
const fileReply = { status: 200, body: z.unknown() } as const

/** Exports a file with one line per sheet row: the row's columns, followed by its result. */
export const exportReport = defineControlOperation({
  id: 'exportReport',
  method: 'GET',
  path: '/runs/{id}/report-file',
  objectType: 'sync',
  summary: 'A report as a sheet',
  params: { id: uuid },
  query: fileQuery,
  reply: fileReply,
  errors: ['unknown_run', 'rate_limited'],
})

/** Exports every gear item, under column headers that a sync recognises. Syncing the unchanged file changes nothing. */
export const exportGear = defineControlOperation({
  id: 'exportGear',
  method: 'GET',
  path: '/gear-file',
  objectType: 'sync',
  summary: 'The inventory as a sheet',
  query: fileQuery,
  reply: fileReply,
  errors: [...listingErrors, 'rate_limited'],
})
