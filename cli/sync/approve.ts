import { rejectRun } from '../../contract/control.ts'
import { withControl } from '../access/control.ts'
import { showJson } from '../show/clean.ts'
import type { CommandContext } from '../context.ts'
import { agrees, type AskOptions } from './ask.ts'
import { applyPlan, deletesOf, type DecideOptions } from './decide.ts'
import { EXIT, exitCodeOf } from './outcome.ts'
import { showRun } from './show.ts'
import { findWaiting } from './waiting.ts'

export interface WhichPlan {
  plan?: string
}

/** `kitroom sync approve`: writes a waiting plan. Saying so is the decision; only deletions are asked about, where somebody can be asked. */
export const approveCommand = (
  context: CommandContext,
  source: string | undefined,
  options: WhichPlan & DecideOptions & AskOptions,
): Promise<number> =>
  withControl(context.env, async (control) => {
    const run = await findWaiting(control, source, options.plan)
    const mayAsk = context.terminal.canAsk && !options.json && deletesOf(run) > 0
    if (await agrees(run, context.terminal, { ...options, yes: !mayAsk })) return applyPlan(control, context, run, options)
    context.terminal.note('Nothing was written. The plan still waits.')
    return exitCodeOf(run)
  })

/** `kitroom sync reject`: drops a waiting plan. */
export const rejectCommand = (context: CommandContext, source: string | undefined, options: WhichPlan & { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const waiting = await findWaiting(control, source, options.plan)
    const run = (await control.call(rejectRun, { params: { id: waiting.run_id }, body: {} })).body.data
    context.terminal.out(options.json ? showJson(run) : showRun(run))
    return EXIT.fine
  })
