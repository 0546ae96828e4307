import { hash } from 'node:crypto'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { listLastSteps, type ReminderSubject } from '../../state/notifiedSteps.ts'
import { addReminder } from '../../state/reminders.ts'
import type { ChannelRecipient } from '../../channels/channel.ts'
import { getChannelRecipients, type ChannelSettings } from '../../channels/kinds.ts'
import type { Config } from '../../config/config.ts'
import type { Notification } from './types.ts'

export interface Recipient extends ChannelRecipient {
  channel: string
}

export const listChannelRecipients = (channel: ChannelSettings): Recipient[] =>
  getChannelRecipients(channel).map((recipient) => ({ channel: channel.id, ...recipient }))

export const listRecipients = (config: Config): Recipient[] => config.reminders.channels.flatMap(listChannelRecipients)

/** Message-ID of a reminder (RFC 5322 section 3.6.4); the same for the same reminder. */
function toMessageId({ kind, subject, dueOn, step }: Notification, { channel, recipient, domain }: Recipient): string {
  const key = JSON.stringify([kind, subject, dueOn, step, channel, recipient])
  return `<kitroom.${hash('sha256', key, 'hex').slice(0, 32)}@${domain}>`
}

export interface AddressedReminder {
  notification: Notification
  recipients: readonly Recipient[]
}

export interface DueStep extends ReminderSubject {
  /** Days before the due day. A recipient notified of this or a later step needs no reminder. */
  step: number
}

/** Recipients not yet notified of this step or a later one. */
export async function findUnnotified(tx: Tx, { step, ...about }: DueStep, recipients: readonly Recipient[]): Promise<Recipient[]> {
  const lastSteps = new Map((await listLastSteps(tx, about)).map((row) => [`${row.channel} ${row.recipient}`, row.step]))
  return recipients.filter(({ channel, recipient }) => (lastSteps.get(`${channel} ${recipient}`) ?? Infinity) > step)
}

/**
 * Adds reminders to the ledger, for each recipient those that are missing or were skipped. Skips an earlier pending reminder of the same subject.
 * @returns the number added
 */
export async function queueAddressedReminders(tx: Tx, reminders: readonly AddressedReminder[], nowMs: number): Promise<number> {
  const at = toIsoTime(nowMs)
  let added = 0
  for (const { notification, recipients } of reminders) {
    const { kind, subject, dueOn, step, title, facts } = notification
    for (const to of recipients) {
      const { channel, recipient } = to
      const key = { kind, subject, due_on: dueOn, step, channel, recipient }
      added += await addReminder(tx, { ...key, message_id: toMessageId(notification, to), payload: JSON.stringify({ title, facts }), at })
    }
  }
  return added
}

export const queueNotifications = (
  tx: Tx,
  notifications: readonly Notification[],
  recipients: readonly Recipient[],
  nowMs: number,
): Promise<number> =>
  queueAddressedReminders(
    tx,
    notifications.map((notification) => ({ notification, recipients })),
    nowMs,
  )
