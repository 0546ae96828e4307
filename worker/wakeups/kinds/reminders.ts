import { listRecipients } from '../../../activities/notify/routes.ts'
import { deliverWorkflowId, workflowNames } from '../../../contract/temporal.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { listDueRecipients } from '../../../state/reminders/reminderDue.ts'
import type { SettingsAccess, StateAndClock } from '../../context/context.ts'
import type { Wakeup } from '../wakeup.ts'

async function isAnythingDue({ state, clock, settings }: StateAndClock & SettingsAccess): Promise<boolean> {
  const dueRecipients = await state.read((tx) => listDueRecipients(tx, toIsoTime(clock.nowMs())))
  if (dueRecipients.length === 0) return false
  const recipients = listRecipients(await settings.readUsable())
  // Reminders of recipients that have left kitroom.yaml stay pending and start nothing.
  return dueRecipients.some(({ channel, recipient }) =>
    recipients.some((one) => one.channel === channel && one.recipient === recipient),
  )
}

/** Sends due reminders, such as retries and those of a dead sender. */
export const reminders: Wakeup = {
  id: 'reminders',
  intervalMs: 10_000,
  find: async (context) => {
    if (!(await isAnythingDue(context))) return []
    const workflowId = deliverWorkflowId(context.account)
    return [{ workflow: workflowNames.deliver, workflowId, summary: 'Reminders that are due' }]
  },
}
