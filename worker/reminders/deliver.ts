import { recipientsOf } from '../../activities/notify/queue.ts'
import { SettingsError } from '../../config/config.ts'
import { deliverWorkflowId, workflowNames } from '../../contract/temporal.ts'
import { isoTime } from '../../platform/clock.ts'
import type { WorkerContext } from '../context.ts'
import { readUsableConfig } from '../sources.ts'
import { listDueRecipients } from '../../state/reminderDue.ts'
import { accountWorkflow } from '../temporal/accountWorkflow.ts'
import { isTemporalUnusable } from '../temporal/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'

async function isAnythingDue({ state, clock, configFile }: WorkerContext): Promise<boolean> {
  const due = await state.read((tx) => listDueRecipients(tx, isoTime(clock.nowMs())))
  if (due.length === 0) return false
  const known = recipientsOf(await readUsableConfig(state, configFile))
  // Reminders of recipients no longer in kitroom.yaml wait and start nothing.
  return due.some(({ channel, recipient }) => known.some((one) => one.channel === channel && one.recipient === recipient))
}

const start = (context: WorkerContext): Promise<unknown> =>
  withTimeout(context, () => context.temporal.workflow.start(workflowNames.deliver, accountWorkflow(context, deliverWorkflowId(context.account))))

/** Starts sending of due reminders that no workflow sends: retries and those of a dead sender. */
export async function deliverDue(context: WorkerContext): Promise<void> {
  try {
    if (await isAnythingDue(context)) await start(context)
  } catch (error) {
    // Other checks report these errors; the next round retries.
    if (!(error instanceof SettingsError) && !isTemporalUnusable(error)) throw error
  }
}
