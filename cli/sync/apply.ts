import { withControl } from '../access/control.ts'
import { showJson } from '../show/clean.ts'
import type { CommandContext } from '../context.ts'
import { writesIn } from '../show/counts.ts'
import { showPlan } from '../show/plan.ts'
import { confirmWrites, requireConfirmable, readDeletes, type AskOptions } from './ask.ts'
import { applyPlan } from './decide.ts'
import { exitCodeOf } from './outcome.ts'
import { makePlan, type PlanOptions } from './plan.ts'
import { COMMAND } from './show.ts'

/** `kitroom sync apply`: plans, shows, asks, writes. A plan without writes needs no question. */
export async function applyCommand(context: CommandContext, source: string, options: PlanOptions & AskOptions): Promise<number> {
  const { terminal } = context
  requireConfirmable(terminal, options)
  const named = readDeletes(options.deletes)
  return withControl(context.env, async (control) => {
    const { run, plan } = await makePlan(control, context, source, options)
    if (!options.json) terminal.out(showPlan(plan.head, plan.rows, terminal, options.all ?? false))
    if (run.status !== 'waiting') {
      if (options.json) terminal.out(showJson({ ...plan.head, run, rows: plan.rows }))
      return exitCodeOf(run)
    }
    if (writesIn(run.counts) > 0 && !(await confirmWrites(run, terminal, options))) {
      terminal.note(`Nothing was written. The plan still waits: ${COMMAND} approve ${source}, or ${COMMAND} reject ${source}`)
      return exitCodeOf(run)
    }
    // The answer has confirmed this number.
    const deletes = named ?? (options.yes ? undefined : run.counts['delete'])
    return applyPlan(control, context, run, { ...options, deletes })
  })
}
