import { undoRun } from '../../contract/control/control.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { formatJson } from '../show/text.ts'
import { sumPlannedWrites } from '../show/counts.ts'
import { formatPlan } from '../show/plan.ts'
import { toPlanArgument } from '../show/runName.ts'
import { confirmWrites, requireConfirmation, type AskOptions } from './confirmWrites.ts'
import { applyPlan } from './decide.ts'
import { followRun, isWaitingOrFinal } from './follow.ts'
import { toExitCode } from './exitCode.ts'
import { fetchPlan } from './read.ts'
import { SYNC_COMMAND, formatRun } from './show.ts'

export type UndoOptions = Omit<AskOptions, 'deletes'> & { all?: boolean }

/** `kitroom sync undo`: plans the undo of a run, shows it, asks, writes. Later edits are reported and kept. */
export async function undoRunCommand(context: CommandContext, id: string, options: UndoOptions): Promise<number> {
  const { terminal } = context
  requireConfirmation(terminal, options)
  return withControl(context.env, async (control) => {
    const started = (await control.call(undoRun, { params: { id }, body: {} })).body.data
    const run = await followRun(control, started, terminal, isWaitingOrFinal)
    if (run.status === 'failed') throw new CliError(formatRun(run))
    const { head, rows } = await fetchPlan(control, run.run_id)
    if (!options.json) terminal.printResult(formatPlan(head, rows, terminal, options.all ?? false))
    if (run.status !== 'waiting') {
      if (options.json) terminal.printResult(formatJson({ ...head, run, rows }))
      return toExitCode(run)
    }
    if (sumPlannedWrites(run.counts) > 0 && !(await confirmWrites(run, terminal, options))) {
      terminal.printNote(
        `Nothing was undone. The plan still waits: ${SYNC_COMMAND} approve ${toPlanArgument(run)}, or ${SYNC_COMMAND} reject ${toPlanArgument(run)}`,
      )
      return toExitCode(run)
    }
    return applyPlan(control, context, run, { ...options, deletes: run.counts['delete'] })
  })
}
