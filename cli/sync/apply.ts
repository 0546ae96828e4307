import { withControl } from '../access/control.ts'
import { formatJson } from '../show/text.ts'
import type { CommandContext } from '../context.ts'
import { sumPlannedWrites } from '../show/counts.ts'
import { formatPlan } from '../show/plan.ts'
import { confirmWrites, requireConfirmation, parseExpectedDeletes, type AskOptions } from './confirmWrites.ts'
import { applyPlan } from './decide.ts'
import { toExitCode } from './exitCode.ts'
import { startAndFollowPlan, type PlanOptions } from './plan.ts'
import { SYNC_COMMAND } from './show.ts'

/** `kitroom sync apply`: plans, shows, asks, writes. A plan without writes needs no question. */
export async function applySyncCommand(
  context: CommandContext,
  source: string,
  options: PlanOptions & AskOptions,
): Promise<number> {
  const { terminal } = context
  requireConfirmation(terminal, options)
  const expectedDeletes = parseExpectedDeletes(options.deletes)
  return withControl(context.env, async (control) => {
    const { run, plan } = await startAndFollowPlan(control, context, source, options)
    if (!options.json) terminal.printResult(formatPlan(plan.head, plan.rows, terminal, options.all ?? false))
    if (run.status !== 'waiting') {
      if (options.json) terminal.printResult(formatJson({ ...plan.head, run, rows: plan.rows }))
      return toExitCode(run)
    }
    if (sumPlannedWrites(run.counts) > 0 && !(await confirmWrites(run, terminal, options))) {
      terminal.printNote(
        `Nothing was written. The plan still waits: ${SYNC_COMMAND} approve ${source}, or ${SYNC_COMMAND} reject ${source}`,
      )
      return toExitCode(run)
    }
    // Without --deletes, the user has confirmed this number at the prompt.
    const deletes = expectedDeletes ?? (options.yes ? undefined : run.counts['delete'])
    return applyPlan(control, context, run, { ...options, deletes })
  })
}
