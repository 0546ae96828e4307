import type { BulkEdit } from '../../contract/control/bulkEdit.ts'
import type { undoRun } from '../../contract/control/control.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { isFinal } from '../../contract/temporal.ts'
import { readBulkEdit } from '../../state/sync/bulkEdits.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { withSourceLock, type RunCommandContext } from '../context/context.ts'
import { toAuthor, type RequestCaller, type RequestContext } from '../context/requestCaller.ts'
import { createWorkerError } from '../context/errors.ts'
import { requireRun, readRunView } from './find.ts'
import { launchRun } from './start.ts'

/** Copies the undone edit, with the caller of the undo. */
function toUndoneEdit(run: RunRow, caller: RequestCaller | undefined): string | null {
  const edit = readBulkEdit(run)
  return edit ? JSON.stringify({ ...edit, by: toAuthor(caller) } satisfies BulkEdit) : null
}

/** Starts a run that undoes another; its plan waits for a decision. */
export async function startUndoRun(
  context: RunCommandContext & RequestContext,
  { params }: Input<typeof undoRun>,
): Promise<Reply<typeof undoRun>> {
  const { source } = await requireRun(context, params.id)
  const runId = await withSourceLock(context, source, async (locked) => {
    const run = await requireRun(locked, params.id)
    if (!isFinal(run.status)) throw createWorkerError('run_not_ended', { run_status: run.status })
    const edit = toUndoneEdit(run, context.caller)
    // The sheet is not read again. The hash identifies the original bytes.
    const origin = {
      source,
      decide: 'wait',
      settings: run.settings,
      file: run.file,
      sha256: run.sha256 ?? '',
      edit,
    } as const
    return launchRun(locked, origin, { undoes: run.run_id })
  })
  return { data: await readRunView(context, runId) }
}
