import type { recreateItems } from '../../contract/control/recreate.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { RunCommandContext } from '../context/context.ts'
import { replanSheet } from './replanSheet.ts'

/**
 * Starts a run of the same sheet that creates again the items that were deleted in Kitroom. Its plan waits for a
 * decision.
 */
export const startRecreatingRun = async (
  context: RunCommandContext,
  { params }: Input<typeof recreateItems>,
): Promise<Reply<typeof recreateItems>> => ({
  data: await replanSheet(context, params.id, (earlier) => ({ ...earlier, recreates: true })),
})
