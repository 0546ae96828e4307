import { hash } from 'node:crypto'
import { isoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { listLastSteps, type NotifiedOf } from '../../state/notifiedSteps.ts'
import { addReminder } from '../../state/reminders.ts'
import type { Channel } from '../../config/reminders.ts'
import type { Config } from '../../config/config.ts'
import type { Notification } from './types.ts'

/** Who is told, and by which channel of kitroom.yaml. */
export interface Recipient {
  /** Id of the channel. */
  channel: string
  /** What the channel sends to: an e-mail address; `log` for the log. */
  recipient: string
  /** Ends the ids of messages, so that mail programs see whose they are. */
  domain: string
}

/** Whom one channel tells. */
export function recipientsOfChannel(channel: Channel): Recipient[] {
  if (channel.type === 'log') return [{ channel: channel.id, recipient: 'log', domain: 'kitroom.invalid' }]
  const domain = channel.from.slice(channel.from.lastIndexOf('@') + 1).toLowerCase()
  return [...new Set(channel.to)].map((recipient) => ({ channel: channel.id, recipient, domain }))
}

/** Everybody whom kitroom.yaml says to remind. */
export const recipientsOf = (config: Config): Recipient[] => config.reminders.channels.flatMap(recipientsOfChannel)

/** The id of a reminder's message (RFC 5322 section 3.6.4), always the same for the same reminder. */
function messageIdOf({ kind, subject, dueOn, step }: Notification, { channel, recipient, domain }: Recipient): string {
  const key = JSON.stringify([kind, subject, dueOn, step, channel, recipient])
  return `<kitroom.${hash('sha256', key, 'hex').slice(0, 32)}@${domain}>`
}

/** A reminder and who gets it. */
export interface Addressed {
  notification: Notification
  /** Of `recipientsOf`. */
  recipients: readonly Recipient[]
}

/** The step of a record that is due now. */
export interface DueStep extends NotifiedOf {
  /** Days before the day. A recipient who was notified of this step or a later one needs no reminder. */
  step: number
}

/** Those of the recipients who were not notified of a step, nor of a later one. Each is looked up alone: one may have joined since. */
export async function recipientsWithout(tx: Tx, { step, ...about }: DueStep, recipients: readonly Recipient[]): Promise<Recipient[]> {
  const last = new Map((await listLastSteps(tx, about)).map((row) => [`${row.channel} ${row.recipient}`, row.step]))
  return recipients.filter(({ channel, recipient }) => (last.get(`${channel} ${recipient}`) ?? Infinity) > step)
}

/**
 * Puts reminders into the ledger, for each recipient those that are not in it yet, and those that were skipped. An earlier reminder of the
 * same subject that still waits to be sent is skipped.
 * @returns how many were added
 */
export async function queueAddressed(tx: Tx, reminders: readonly Addressed[], nowMs: number): Promise<number> {
  const at = isoTime(nowMs)
  let added = 0
  for (const { notification, recipients } of reminders) {
    const { kind, subject, dueOn, step, title, facts } = notification
    for (const to of recipients) {
      const { channel, recipient } = to
      const key = { kind, subject, due_on: dueOn, step, channel, recipient }
      added += await addReminder(tx, { ...key, message_id: messageIdOf(notification, to), payload: JSON.stringify({ title, facts }), at })
    }
  }
  return added
}

/** `queueAddressed` of reminders that all recipients get. */
export const queueNotifications = (
  tx: Tx,
  notifications: readonly Notification[],
  recipients: readonly Recipient[],
  nowMs: number,
): Promise<number> =>
  queueAddressed(
    tx,
    notifications.map((notification) => ({ notification, recipients })),
    nowMs,
  )
