import { recipientsOf } from '../../activities/notify/queue.ts'
import { SettingsError } from '../../config/config.ts'
import { deliverWorkflowId, workflowNames } from '../../contract/temporal.ts'
import { isoTime } from '../../platform/clock.ts'
import type { WorkerContext } from '../context.ts'
import { readUsableConfig } from '../sources.ts'
import { listDuePlaces } from '../../state/reminderDue.ts'
import { accountWorkflow } from '../temporal/accountWorkflow.ts'
import { isTemporalUnusable } from '../temporal/faults.ts'
import { inTime } from '../temporal/syncWorkflow.ts'

async function isAnythingDue({ state, clock, configFile }: WorkerContext): Promise<boolean> {
  const due = await state.read((tx) => listDuePlaces(tx, isoTime(clock.nowMs())))
  if (due.length === 0) return false
  const known = recipientsOf(await readUsableConfig(state, configFile))
  // What goes to nobody any more waits for kitroom.yaml to name him again, and nothing is started for it.
  return due.some(({ channel, recipient }) => known.some((place) => place.channel === channel && place.recipient === recipient))
}

const start = (context: WorkerContext): Promise<unknown> =>
  inTime(context, () => context.temporal.workflow.start(workflowNames.deliver, accountWorkflow(context, deliverWorkflowId(context.account))))

/** Lets reminders go out that are due and that nobody sends: those that are tried again, and those of a sender that died. */
export async function deliverDue(context: WorkerContext): Promise<void> {
  try {
    if (await isAnythingDue(context)) await start(context)
  } catch (error) {
    // Told by those who look after the file and the connection; the next round looks again.
    if (!(error instanceof SettingsError) && !isTemporalUnusable(error)) throw error
  }
}
