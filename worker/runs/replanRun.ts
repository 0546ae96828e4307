import type { replanRun } from '../../contract/control/sourceSettings.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { RunCommandContext } from '../context/context.ts'
import { replanSheet } from './replanSheet.ts'

/** Starts a run of the same sheet with the settings of now. Its plan waits for a decision. */
export const startReplanningRun = async (
  context: RunCommandContext,
  { params }: Input<typeof replanRun>,
): Promise<Reply<typeof replanRun>> => ({ data: await replanSheet(context, params.id, (earlier) => earlier) })
