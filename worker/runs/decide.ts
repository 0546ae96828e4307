import type { approveRun, rejectRun } from '../../contract/control.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { syncMessages } from '../../contract/temporal.ts'
import { withSourceLock, type WorkerContext } from '../context.ts'
import { WorkerError } from '../errors.ts'
import { checkForRestore } from './checkForRestore.ts'
import { requireRun, readRunView } from './find.ts'
import { sendUpdate } from './update.ts'

async function decideRun(context: WorkerContext, runId: string, name: string, arg: object): Promise<Reply<typeof approveRun>> {
  const { source } = await requireRun(context, runId)
  return withSourceLock(context, source, async (locked) => {
    await checkForRestore(locked)
    const run = await requireRun(locked, runId)
    if (run.status !== 'waiting') throw new WorkerError('not_waiting', `The plan is not waiting for a decision: its run is ${run.status}.`)
    await sendUpdate(locked, run, name, arg)
    return { data: await readRunView(locked, runId) }
  })
}

/** Applies a waiting plan; returns when applying has begun. A plan that deletes must be approved with the number of items that it deletes. */
export const approveWaitingRun = (context: WorkerContext, { params, body }: Input<typeof approveRun>): Promise<Reply<typeof approveRun>> =>
  decideRun(context, params.id, syncMessages.approve, { deletes: body.deletes ?? 0 })

export const rejectWaitingRun = (context: WorkerContext, { params }: Input<typeof rejectRun>): Promise<Reply<typeof rejectRun>> =>
  decideRun(context, params.id, syncMessages.reject, {})
