import { z } from 'zod'
import { defineControlOperation } from '../operation.ts'

export const Adoption = z.strictObject({
  source: z.string(),
  from: z.string(),
  /** Number of items whose binding the source has adopted. */
  taken_over: z.int(),
  /** Number of items that the source had already bound. Its binding stays, and the earlier source's is removed. */
  already_bound: z.int(),
  /** Number of bindings that stay with the earlier source, because the source has bound their key to another item. */
  left: z.int(),
  /** True if the earlier source is still in kitroom.yaml. There, rows of the adopted items are refused. */
  from_is_configured: z.boolean(),
})
export type Adoption = z.output<typeof Adoption>

/**
 * Moves the bindings of an earlier source, which kitroom.yaml may not have any more, to a source. The inventory does
 * not change.
 */
export const adoptSource = defineControlOperation({
  id: 'adoptSource',
  method: 'POST',
  path: '/sources/{source}/adopt',
  objectType: 'sync',
  summary: 'Take over the items of an earlier source',
  params: { source: z.string() },
  body: z.strictObject({ from: z.string() }),
  reply: { status: 200, body: z.strictObject({ data: Adoption }) },
  errors: ['unknown_source', 'no_bindings', 'run_not_ended'],
})
