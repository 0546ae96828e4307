import { rejectRun, type Run } from '../../contract/control.ts'
import { withControl } from '../access/control.ts'
import { escapeUnsafe, formatJson } from '../show/clean.ts'
import { describePlanCounts, countWrites } from '../show/counts.ts'
import type { CommandContext } from '../context.ts'
import { parseDeletes } from './ask.ts'
import { applyPlan, type DecideOptions } from './decide.ts'
import { EXIT } from '../exit.ts'
import { formatRun } from './show.ts'
import { findWaiting } from './waiting.ts'

export interface PlanOption {
  plan?: string
}

export type ApproveOptions = PlanOption & Omit<DecideOptions, 'deletes'> & { deletes?: string }

function describeDecision(run: Run): string {
  const plan = `the plan of ${escapeUnsafe(run.source)} made at ${run.planned_at ?? run.started_at}`
  const writes = countWrites(run.counts)
  return writes === 0
    ? `Ending ${plan}: it writes nothing (${describePlanCounts(run.counts)}).`
    : `Writing ${plan}: ${describePlanCounts(run.counts)}.`
}

/** `kitroom sync approve`: writes a waiting plan without asking. */
export const approveCommand = (context: CommandContext, source: string | undefined, options: ApproveOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const deletes = parseDeletes(options.deletes)
    const run = await findWaiting(control, source, options.plan)
    if (run.status === 'waiting') context.terminal.note(describeDecision(run))
    return applyPlan(control, context, run, { ...options, deletes })
  })

export const rejectCommand = (context: CommandContext, source: string | undefined, options: PlanOption & { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const waitingRun = await findWaiting(control, source, options.plan)
    const run = (await control.call(rejectRun, { params: { id: waitingRun.run_id }, body: {} })).body.data
    context.terminal.out(options.json ? formatJson(run) : formatRun(run))
    return EXIT.success
  })
