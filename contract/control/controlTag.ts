import { z } from 'zod'
import { listingErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { uuid } from '../text.ts'

export const tagSheet = defineControlOperation({
  id: 'tagSheet',
  method: 'GET',
  path: '/uploads/{id}/tagged',
  objectType: 'sync',
  summary: 'A copy of a sheet with asset tags',
  params: { id: z.string() },
  /** The source whose settings say what the columns are. */
  query: { source: z.string().optional() },
  reply: { status: 200, body: z.unknown() },
  errors: [...listingErrors, 'unknown_source'],
})

/** The sheet of a run, by the settings of its source. */
export const tagRunSheet = defineControlOperation({
  id: 'tagRunSheet',
  method: 'GET',
  path: '/runs/{id}/tagged',
  objectType: 'sync',
  summary: 'A copy of the sheet of a run with asset tags',
  params: { id: uuid },
  reply: { status: 200, body: z.unknown() },
  errors: [...listingErrors, 'unknown_run', 'unknown_source'],
})
