import { rejectRun } from '../../contract/control.ts'
import { withControl } from '../access/control.ts'
import { showJson } from '../show/clean.ts'
import type { CommandContext } from '../context.ts'
import { readDeletes } from './ask.ts'
import { applyPlan, type DecideOptions } from './decide.ts'
import { EXIT } from './outcome.ts'
import { showRun } from './show.ts'
import { findWaiting } from './waiting.ts'

export interface WhichPlan {
  plan?: string
}

export type ApproveOptions = WhichPlan & Omit<DecideOptions, 'deletes'> & { deletes?: string }

/** `kitroom sync approve`: writes a waiting plan. Saying so is the decision; nothing is asked. */
export const approveCommand = (context: CommandContext, source: string | undefined, options: ApproveOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const deletes = readDeletes(options.deletes)
    return applyPlan(control, context, await findWaiting(control, source, options.plan), { ...options, deletes })
  })

/** `kitroom sync reject`: drops a waiting plan. */
export const rejectCommand = (context: CommandContext, source: string | undefined, options: WhichPlan & { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const waiting = await findWaiting(control, source, options.plan)
    const run = (await control.call(rejectRun, { params: { id: waiting.run_id }, body: {} })).body.data
    context.terminal.out(options.json ? showJson(run) : showRun(run))
    return EXIT.fine
  })
