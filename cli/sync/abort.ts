import type { Client } from '../../client/client.ts'
import { abortRun, getRun, type Run } from '../../contract/control/control.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { formatRun, SYNC_COMMAND } from './show.ts'

const RUN_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WRITTEN_RESULTS = ['created', 'updated', 'marked', 'deleted']

/** @param target a source, or a run's id: a run that has ended stays as it is */
async function abort(control: Client, target: string): Promise<Run | null> {
  if (!RUN_ID.test(target)) return (await control.call(abortRun, { params: { source: target }, body: {} })).body.data
  const { source } = (await control.call(getRun, { params: { id: target } })).body.data
  return (await control.call(abortRun, { params: { source }, body: { run_id: target } })).body.data
}

function formatAborted(target: string, run: Run | null): string {
  if (!run) return `${escapeUnsafe(target)}: a workflow that belonged to no run was ended. The next run can start.`
  const hasWritten = WRITTEN_RESULTS.some((result) => (run.results[result] ?? 0) > 0)
  return hasWritten
    ? `${formatRun(run)}\nTo undo what it has written: ${SYNC_COMMAND} undo ${run.run_id}`
    : formatRun(run)
}

export const abortSyncCommand = (
  context: CommandContext,
  target: string,
  { json }: { json?: boolean },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const run = await abort(control, target)
    context.terminal.printResult(json ? formatJson(run) : formatAborted(target, run))
    return EXIT.success
  })
