import type { undoRun } from '../../contract/control.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { isFinal } from '../../contract/temporal.ts'
import { withSourceLock, type WorkerContext } from '../context.ts'
import { WorkerError } from '../errors.ts'
import { requireRun, readRunView } from './find.ts'
import { launchRun } from './start.ts'

/** Starts a run that undoes another; its plan waits for a decision. */
export async function startUndoRun(context: WorkerContext, { params }: Input<typeof undoRun>): Promise<Reply<typeof undoRun>> {
  const { source } = await requireRun(context, params.id)
  const runId = await withSourceLock(context, source, async (locked) => {
    const run = await requireRun(locked, params.id)
    if (!isFinal(run.status)) throw new WorkerError('run_not_ended', `The run has not ended: it is ${run.status}.`)
    // The sheet is not read again; the hash identifies the original bytes.
    return launchRun(locked, { source, decide: 'wait', settings: run.settings, file: run.file, sha256: run.sha256 ?? '' }, run.run_id)
  })
  return { data: await readRunView(context, runId) }
}
