import { withControl } from '../access/control.ts'
import { formatJson } from '../show/clean.ts'
import type { CommandContext } from '../context.ts'
import { countWrites } from '../show/counts.ts'
import { formatPlan } from '../show/plan.ts'
import { confirmWrites, requireConfirmation, parseDeletes, type AskOptions } from './ask.ts'
import { applyPlan } from './decide.ts'
import { exitCodeOf } from './outcome.ts'
import { makePlan, type PlanOptions } from './plan.ts'
import { SYNC_COMMAND } from './show.ts'

/** `kitroom sync apply`: plans, shows, asks, writes. A plan without writes needs no question. */
export async function applyCommand(context: CommandContext, source: string, options: PlanOptions & AskOptions): Promise<number> {
  const { terminal } = context
  requireConfirmation(terminal, options)
  const expectedDeletes = parseDeletes(options.deletes)
  return withControl(context.env, async (control) => {
    const { run, plan } = await makePlan(control, context, source, options)
    if (!options.json) terminal.out(formatPlan(plan.head, plan.rows, terminal, options.all ?? false))
    if (run.status !== 'waiting') {
      if (options.json) terminal.out(formatJson({ ...plan.head, run, rows: plan.rows }))
      return exitCodeOf(run)
    }
    if (countWrites(run.counts) > 0 && !(await confirmWrites(run, terminal, options))) {
      terminal.note(`Nothing was written. The plan still waits: ${SYNC_COMMAND} approve ${source}, or ${SYNC_COMMAND} reject ${source}`)
      return exitCodeOf(run)
    }
    // Without --deletes, the user has confirmed this number at the prompt.
    const deletes = expectedDeletes ?? (options.yes ? undefined : run.counts['delete'])
    return applyPlan(control, context, run, { ...options, deletes })
  })
}
