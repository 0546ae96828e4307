import { z } from 'zod'
import { defineControlOperation } from '../operation.ts'

export const Adoption = z.strictObject({
  source: z.string(),
  from: z.string(),
  /** Items whose binding is now the source's. */
  taken_over: z.int(),
  /** Items that the source had bound already: its binding stays, the earlier source's is removed. */
  already_bound: z.int(),
  /** Bindings that stay with the earlier source, because the source has bound their key to another item. */
  left: z.int(),
  /** True if the earlier source is still in kitroom.yaml. Rows of the items that it lost are refused there. */
  from_is_configured: z.boolean(),
})
export type Adoption = z.output<typeof Adoption>

/** Moves the bindings of an earlier source, which may be gone from kitroom.yaml, to a source. The inventory is not changed. */
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
