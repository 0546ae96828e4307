import type { Client } from '../../../client/client.ts'
import { abortRun, getRun, type Run } from '../../../contract/control/control.ts'
import { adoptSource, type Adoption } from '../../../contract/control/controlAdopt.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, type CommandContext, type JsonOption } from '../../base/command.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { formatRun, SYNC_COMMAND } from './run.ts'

const RUN_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WRITTEN_RESULTS = ['created', 'updated', 'marked', 'deleted']

/** @param target a source, or a run's id; an ended run does not change */
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

export const abortSyncCommand = (context: CommandContext, target: string, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const run = await abort(control, target)
    context.terminal.printResult(json ? formatJson(run) : formatAborted(target, run))
    return EXIT.success
  })

const itemsOf = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

function* describeAdoption(adoption: Adoption): Generator<string> {
  const { taken_over, already_bound, left } = adoption
  const source = escapeUnsafe(adoption.source)
  const from = escapeUnsafe(adoption.from)
  yield `${source}: took over ${itemsOf(taken_over)} from ${from}. Nothing was written to the inventory.`
  if (already_bound > 0) yield `  Bound to ${source} already, and now to it alone: ${itemsOf(already_bound)}.`
  if (left > 0) yield `  Left with ${from}: ${itemsOf(left)}, because ${source} has bound the same key to another item.`
  if (adoption.from_is_configured)
    yield `${from} is still in kitroom.yaml. Its rows of these items are refused from now on, so remove it there.`
  yield `To take this back: ${SYNC_COMMAND} adopt ${from} --from ${source}${adoption.from_is_configured ? '' : `, with ${from} in kitroom.yaml again`}`
}

/** `kitroom sync adopt`: moves the items that an earlier source has bound to a source. */
export const adoptSourceCommand = (
  context: CommandContext,
  source: string,
  { from, json }: { from: string; json?: boolean },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { data } = (await control.call(adoptSource, { params: { source }, body: { from } })).body
    context.terminal.printResult(json ? formatJson(data) : [...describeAdoption(data)].join('\n'))
    return EXIT.success
  })
