import type { Config } from '../../../config/config.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listLastSteps } from '../../../state/reminders/notifiedSteps.ts'
import { giveUpReminder } from '../../../state/reminders/reminderEnds.ts'
import { addReminder } from '../../../state/reminders/reminders.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import { listUnsentReminders } from '../../../state/reminders/unsubscriptions.ts'
import { findNotificationKind } from '../../kinds.ts'
import { parsePayload } from '../payload.ts'
import { toNewReminder } from '../queue.ts'
import { isUnsubscribed, listPeopleOf, listRoutes, type Recipient } from '../routes.ts'
import type { Notification, NotificationName } from '../types.ts'

type Address = Pick<Recipient, 'channel' | 'recipient'>

const UNSUBSCRIBED_TEXT = 'The person has unsubscribed from reminders at this address.'

/** True if everybody with an address has unsubscribed there. */
function isUnsubscribedAddress(config: Config, to: Address): boolean {
  if (config.unsubscribed === undefined) return false
  const people = listPeopleOf(config, to)
  return people.length > 0 && people.every((person) => isUnsubscribed(config, person, to))
}

const toNotification = ({ kind, subject, due_on: dueOn, step, payload }: ReminderRow): Notification => ({
  ...parsePayload(payload),
  kind: kind as NotificationName,
  subject,
  dueOn,
  step,
})

/** True for what a person can unsubscribe from: problems and escalations are sent regardless. */
export const canUnsubscribe = ({ kind, not_before: notBefore }: Pick<ReminderRow, 'kind' | 'not_before'>): boolean =>
  notBefore === null && findNotificationKind(kind).canUnsubscribe === true

/**
 * Skips what is still to be sent to an address whose people have unsubscribed there. The fallback person gets what nobody else was notified of.
 * @param config with the present unsubscriptions
 */
export async function endUnsubscribedReminders(tx: Tx, config: Config, to: Address, nowMs: number): Promise<void> {
  if (!isUnsubscribedAddress(config, to)) return
  const { all, fallback } = listRoutes(config)
  const reminded = all.flatMap((route) => route.reminded)
  const isReminded = (one: Address): boolean =>
    reminded.some(({ channel, recipient }) => channel === one.channel && recipient === one.recipient)
  for (const row of (await listUnsentReminders(tx, to)).filter(canUnsubscribe)) {
    const { message_id, kind, subject, due_on } = row
    await giveUpReminder(tx, {
      message_id,
      state: row.state === 'unknown' ? 'unknown' : 'skipped',
      error: UNSUBSCRIBED_TEXT,
    })
    const notified = await listLastSteps(tx, { kind, subject, due_on })
    if (notified.some((one) => one.step <= row.step && isReminded(one))) continue
    for (const recipient of fallback.recipients)
      await addReminder(tx, { ...toNewReminder(toNotification(row), recipient, toIsoTime(nowMs)), not_before: null })
  }
}
