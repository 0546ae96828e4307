import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { uuid } from '../text.ts'
import { Run } from './control.ts'

/**
 * Starts a run of the same sheet that creates items again which were deleted in Kitroom. Its plan waits for a decision.
 * It supersedes a waiting plan of the source.
 */
export const recreateItems = defineControlOperation({
  id: 'recreateItems',
  method: 'POST',
  path: '/runs/{id}/recreate',
  objectType: 'sync',
  summary: 'Plan to create deleted items again',
  params: { id: uuid },
  body: z.strictObject({}),
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: ['unknown_run', 'unknown_source', 'sync_running', 'api_unavailable', ...temporalErrors],
})
