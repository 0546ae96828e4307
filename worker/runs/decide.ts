import type { approveRun, rejectRun } from '../../contract/control/control.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { syncMessages } from '../../contract/temporal.ts'
import { markDecidedBy } from '../../state/sync/runs.ts'
import { withSourceLock, type RunCommandContext } from '../context/context.ts'
import { createWorkerError } from '../context/errors.ts'
import { checkForRestore } from './checkForRestore.ts'
import { requireRun, readRunView } from './find.ts'
import { sendUpdate } from './update.ts'

interface Decision {
  runId: string
  message: typeof syncMessages.approve | typeof syncMessages.reject
  arg: object
  /** Person and attempt of planning of a decision by link, whose plan the link showed. */
  link?: { person: string; attempt: number }
}

/** @throws WorkerError `not_waiting` unless the plan waits, and the link showed this plan */
async function decideRun(context: RunCommandContext, { runId, message, arg, link }: Decision): Promise<void> {
  const { source } = await requireRun(context, runId)
  await withSourceLock(context, source, async (locked) => {
    await checkForRestore(locked)
    const run = await requireRun(locked, runId)
    const attempt = link?.attempt ?? run.plan_attempt
    const isWaiting = (await locked.state.write((tx) => markDecidedBy(tx, runId, attempt, link?.person ?? null))) > 0
    if (!isWaiting) throw createWorkerError('plan_decided', { run_status: run.status })
    await sendUpdate(locked, run, message, arg)
  })
}

/**
 * Applies a waiting plan, and returns once applying has begun. The approval of a plan that deletes must state the
 * number of those items.
 */
export async function approveWaitingRun(
  context: RunCommandContext,
  { params, body }: Input<typeof approveRun>,
): Promise<Reply<typeof approveRun>> {
  await decideRun(context, { runId: params.id, message: syncMessages.approve, arg: { deletes: body.deletes ?? 0 } })
  return { data: await readRunView(context, params.id) }
}

export async function rejectWaitingRun(
  context: RunCommandContext,
  { params }: Input<typeof rejectRun>,
): Promise<Reply<typeof rejectRun>> {
  await decideRun(context, { runId: params.id, message: syncMessages.reject, arg: {} })
  return { data: await readRunView(context, params.id) }
}

/**
 * Decides about the plan of a link on behalf of a person. It refuses a plan that deletes, because an approval must
 * state the number of items.
 * @throws WorkerError `not_waiting` if it was decided, has ended or was planned again
 */
export async function decideByLink(
  context: RunCommandContext,
  { runId, ...link }: { runId: string; person: string; attempt: number },
  decision: 'approve' | 'reject',
): Promise<void> {
  await decideRun(context, {
    runId,
    message: syncMessages[decision],
    arg: decision === 'approve' ? { deletes: 0 } : {},
    link,
  })
  context.log.info({ runId, person: link.person, decision }, 'a plan was decided by a link')
}
