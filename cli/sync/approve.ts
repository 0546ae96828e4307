import { rejectRun, type Run } from '../../contract/control/control.ts'
import { withControl } from '../access/control.ts'
import { describeRun } from '../show/runName.ts'
import { formatJson } from '../show/text.ts'
import { describePlanCounts, sumPlannedWrites } from '../show/counts.ts'
import type { CommandContext } from '../context.ts'
import { parseExpectedDeletes } from './confirmWrites.ts'
import { applyPlan, type DecideOptions } from './decide.ts'
import { EXIT } from '../exit.ts'
import { formatRun } from './show.ts'
import { findWaitingRun } from './findWaitingRun.ts'

export interface PlanOption {
  plan?: string
}

export type ApproveOptions = PlanOption & Omit<DecideOptions, 'deletes'> & { deletes?: string }

function describeDecision(run: Run): string {
  const plan = `the plan of ${describeRun(run)} made at ${run.planned_at ?? run.started_at}`
  const writes = sumPlannedWrites(run.counts)
  return writes === 0
    ? `Ending ${plan}: it writes nothing (${describePlanCounts(run.counts)}).`
    : `Writing ${plan}: ${describePlanCounts(run.counts)}.`
}

/** `kitroom sync approve`: writes a waiting plan without asking. */
export const approvePlanCommand = (
  context: CommandContext,
  source: string | undefined,
  options: ApproveOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    const deletes = parseExpectedDeletes(options.deletes)
    const run = await findWaitingRun(control, source, options.plan)
    if (run.status === 'waiting') context.terminal.printNote(describeDecision(run))
    return applyPlan(control, context, run, { ...options, deletes })
  })

export const rejectPlanCommand = (
  context: CommandContext,
  source: string | undefined,
  options: PlanOption & { json?: boolean },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const waitingRun = await findWaitingRun(control, source, options.plan)
    const run = (await control.call(rejectRun, { params: { id: waitingRun.run_id }, body: {} })).body.data
    context.terminal.printResult(options.json ? formatJson(run) : formatRun(run))
    return EXIT.success
  })
