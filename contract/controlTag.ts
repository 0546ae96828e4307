import { z } from 'zod'
import { defineOperation } from './operation.ts'

export const tagSheet = defineOperation({
  id: 'tagSheet',
  method: 'GET',
  path: '/uploads/{id}/tagged',
  objectType: 'sync',
  summary: 'A copy of a sheet with asset tags',
  params: { id: z.string() },
  reply: { status: 200, body: z.unknown() },
  errors: [],
})
