import { listRecipients } from '../../activities/notify/routes.ts'
import { SettingsError } from '../../config/config.ts'
import { deliverWorkflowId, workflowNames } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { WorkerContext } from '../context/context.ts'
import { listDueRecipients } from '../../state/reminders/reminderDue.ts'
import { toWorkflowStartOptions } from '../temporal/workflowStartOptions.ts'
import { isTemporalUnusable } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'

async function isAnythingDue({ state, clock, settings }: WorkerContext): Promise<boolean> {
  const dueRecipients = await state.read((tx) => listDueRecipients(tx, toIsoTime(clock.nowMs())))
  if (dueRecipients.length === 0) return false
  const recipients = listRecipients(await settings.readUsable())
  // Reminders of recipients that are no longer in kitroom.yaml stay pending and start nothing.
  return dueRecipients.some(({ channel, recipient }) =>
    recipients.some((one) => one.channel === channel && one.recipient === recipient),
  )
}

const startDelivery = (context: WorkerContext): Promise<unknown> =>
  withTimeout(context, () =>
    context.temporal.workflow.start(
      workflowNames.deliver,
      toWorkflowStartOptions(context, deliverWorkflowId(context.account), 'Reminders that are due'),
    ),
  )

/** Starts the workflow that sends due reminders, such as retries and those of a sender that died. */
export async function startDeliverWorkflow(context: WorkerContext): Promise<void> {
  try {
    if (await isAnythingDue(context)) await startDelivery(context)
  } catch (error) {
    // Other checks report these errors; the next round retries.
    if (!(error instanceof SettingsError) && !isTemporalUnusable(error)) throw error
  }
}
