import { z } from 'zod'
import { listingErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'

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
