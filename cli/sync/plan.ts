import type { Client } from '../../client/client.ts'
import type { Run } from '../../contract/control.ts'
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
import type { PlanRow } from '../../contract/control.ts'

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

/** `kitroom sync plan`: makes and shows a plan, which then waits for a decision. */
export const planSyncCommand = (context: CommandContext, source: string, options: PlanOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { run, plan } = await startAndFollowPlan(control, context, source, options)
    const { terminal } = context
    if (options.json) terminal.printResult(formatJson({ ...plan.head, rows: plan.rows }))
    else {
      terminal.printResult(formatPlan(plan.head, plan.rows, terminal, options.all ?? false))
      if (run.status === 'waiting')
        terminal.printResult(
          `Nothing is written yet. To write ${sumPlannedWrites(run.counts)}: ${SYNC_COMMAND} approve ${source}   To drop it: ${SYNC_COMMAND} reject ${source}`,
        )
    }
    return toExitCode(run)
  })
