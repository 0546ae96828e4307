import { say } from '../../../contract/sentences/say.ts'
import type { Config } from '../../../config/config.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listLastSteps } from '../../../state/reminders/notifiedSteps.ts'
import { giveUpReminder } from '../../../state/reminders/reminderEnds.ts'
import { addReminder } from '../../../state/reminders/reminders.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import { listUnsentReminders } from '../../../state/reminders/unsubscriptions.ts'
import { parsePayload } from '../payload.ts'
import { toNewReminder } from '../queue.ts'
import { isUnsubscribed, listPeopleOf, listRoutes, type Recipient } from '../routes.ts'
import type { Notification, NotificationName } from '../types.ts'
import type { NotificationKinds } from '../kind.ts'

type Address = Pick<Recipient, 'channel' | 'recipient'>

const UNSUBSCRIBED = say('recipient_unsubscribed')

/** True if everybody with an address has unsubscribed at it. */
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

/** True for messages that a person can unsubscribe from. Problems and escalations are sent regardless. */
export const canUnsubscribe = (
  kinds: NotificationKinds,
  { kind, not_before: notBefore }: Pick<ReminderRow, 'kind' | 'not_before'>,
): boolean => notBefore === null && kinds.find(kind).canUnsubscribe === true

interface EndOptions {
  /** Settings with the present unsubscriptions. */
  config: Config
  kinds: NotificationKinds
  nowMs: number
}

/**
 * Skips pending reminders to an address at which all its people have unsubscribed. The fallback person gets those that
 * reached nobody else.
 */
export async function endUnsubscribedReminders(
  tx: Tx,
  to: Address,
  { config, kinds, nowMs }: EndOptions,
): Promise<void> {
  if (!isUnsubscribedAddress(config, to)) return
  const { all, fallback } = listRoutes(config)
  const reminded = all.flatMap((route) => route.reminded)
  const isReminded = (one: Address): boolean =>
    reminded.some(({ channel, recipient }) => channel === one.channel && recipient === one.recipient)
  const unsent = await listUnsentReminders(tx, to)
  for (const row of unsent.filter((one) => canUnsubscribe(kinds, one))) {
    const { message_id, kind, subject, due_on } = row
    await giveUpReminder(tx, {
      message_id,
      state: row.state === 'unknown' ? 'unknown' : 'skipped',
      error: UNSUBSCRIBED,
    })
    const notified = await listLastSteps(tx, { kind, subject, due_on })
    if (notified.some((one) => one.step <= row.step && isReminded(one))) continue
    for (const recipient of fallback.recipients)
      await addReminder(tx, { ...toNewReminder(toNotification(row), recipient, toIsoTime(nowMs)), not_before: null })
  }
}
