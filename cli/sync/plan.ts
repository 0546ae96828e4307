import type { Client } from '../../client/client.ts'
import type { Run } from '../../contract/control/control.ts'
import { formatJson } from '../show/text.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { withControl } from '../access/control.ts'
import { formatPlan } from '../show/plan.ts'
import { sumPlannedWrites } from '../show/counts.ts'
import { followRun, isWaitingOrFinal } from './follow.ts'
import { toExitCode } from './exitCode.ts'
import { fetchPlan, type PlanWithRows } from './read.ts'
import { SYNC_COMMAND, formatRun } from './show.ts'
import { startSync } from './start.ts'
import type { PlanRow } from '../../contract/control/control.ts'

export interface PlanOptions {
  file?: string
  json?: boolean
  all?: boolean
}

/** Starts a run and follows it until its plan waits or needs no decision. @throws CliError when planning failed */
export async function startAndFollowPlan(
  control: Client,
  context: CommandContext,
  source: string,
  options: PlanOptions,
): Promise<{ run: Run; plan: PlanWithRows<PlanRow> }> {
  const started = await startSync(control, context.env, source, options.file)
  const run = await followRun(control, started, context.terminal, isWaitingOrFinal)
  if (run.status === 'failed') throw new CliError(formatRun(run), { ...run.reason, run_id: run.run_id })
  return { run, plan: await fetchPlan(control, run.run_id) }
}

/** A plan waits even if it writes nothing: an approval also stores which rows stand for which items. */
function describeDecision(source: string, writes: number): string {
  const [approve, reject] = [`${SYNC_COMMAND} approve ${source}`, `${SYNC_COMMAND} reject ${source}`]
  if (writes === 0) return `The inventory does not change. To end the plan: ${approve}   To drop it: ${reject}`
  return `Nothing is written yet. To write ${writes}: ${approve}   To drop it: ${reject}`
}

/** `kitroom sync plan`: makes and shows a plan, which then waits for a decision. */
export const planSyncCommand = (context: CommandContext, source: string, options: PlanOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { run, plan } = await startAndFollowPlan(control, context, source, options)
    const { terminal } = context
    if (options.json) terminal.printResult(formatJson({ ...plan.head, rows: plan.rows }))
    else {
      terminal.printResult(formatPlan(plan.head, plan.rows, terminal, options.all ?? false))
      if (run.status === 'waiting') terminal.printResult(describeDecision(source, sumPlannedWrites(run.counts)))
    }
    return toExitCode(run)
  })
