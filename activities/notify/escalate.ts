import type { Config } from '../../config/config.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { listLastSteps } from '../../state/reminders/notifiedSteps.ts'
import { addReminder } from '../../state/reminders/reminders.ts'
import { queueAddressedReminders, toNewReminder, type AddressedReminder } from './queue.ts'
import { listPersonRecipients } from './routes.ts'

const HOUR_MS = 3_600_000

/**
 * Adds reminders for the person of `escalation`, to be sent after its time unless somebody acts. There is one per
 * record and date, unless that person is notified anyway.
 * @param reminders those just added for others
 */
async function addEscalations(
  tx: Tx,
  config: Config,
  reminders: readonly AddressedReminder[],
  nowMs: number,
): Promise<void> {
  const { escalation } = config.reminders
  if (!escalation) return
  const recipients = listPersonRecipients(config, escalation.to)
  const [at, notBefore] = [toIsoTime(nowMs), toIsoTime(nowMs + escalation.after * HOUR_MS)]
  for (const { notification } of reminders) {
    const { kind, subject, dueOn } = notification
    const notified = await listLastSteps(tx, { kind, subject, due_on: dueOn })
    const isNotified = recipients.some((to) =>
      notified.some((one) => one.channel === to.channel && one.recipient === to.recipient),
    )
    if (isNotified) continue
    for (const to of recipients)
      await addReminder(tx, { ...toNewReminder(notification, to, at), not_before: notBefore })
  }
}

/** Queues reminders of gear, and their escalation. @returns the number added, without escalations */
export async function queueAndEscalate(
  tx: Tx,
  config: Config,
  reminders: readonly AddressedReminder[],
  nowMs: number,
): Promise<number> {
  const added = await queueAddressedReminders(tx, reminders, nowMs)
  if (added > 0) await addEscalations(tx, config, reminders, nowMs)
  return added
}
