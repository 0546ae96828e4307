import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { uuid } from '../text.ts'
import { Run } from './control.ts'

/**
 * Starts a run of the same sheet that takes values as they stand which were held back because a spreadsheet program may
 * have changed them: those of `cells`, such as `F12`, or all. Its plan waits for a decision. It supersedes a waiting
 * plan of the source.
 */
export const takeDamagedValues = defineControlOperation({
  id: 'takeDamagedValues',
  method: 'POST',
  path: '/runs/{id}/take-damaged',
  objectType: 'sync',
  summary: 'Plan to take damaged values as they stand',
  params: { id: uuid },
  body: z.strictObject({
    cells: z
      .array(z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,6}$/))
      .min(1)
      .max(10_000)
      .optional(),
  }),
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: ['unknown_run', 'unknown_source', 'sync_running', 'api_unavailable', ...temporalErrors],
})
