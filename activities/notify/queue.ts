import { hash } from 'node:crypto'
import { isoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { addReminder } from '../../worker/state/reminders.ts'
import type { Channel } from '../config/reminders.ts'
import type { Config } from '../config/config.ts'
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

/**
 * Puts reminders into the ledger, for each recipient those that are not in it yet. An earlier reminder of the same subject that still waits to
 * be sent is passed over: what it says is not so any more.
 * @param recipients of `recipientsOf`
 * @returns how many were added
 */
export async function queueNotifications(
  tx: Tx,
  notifications: readonly Notification[],
  recipients: readonly Recipient[],
  nowMs: number,
): Promise<number> {
  const at = isoTime(nowMs)
  let added = 0
  for (const notification of notifications) {
    const { kind, subject, dueOn, step, title, facts } = notification
    for (const to of recipients) {
      const { channel, recipient } = to
      const key = { kind, subject, due_on: dueOn, step, channel, recipient }
      added += await addReminder(tx, { ...key, message_id: messageIdOf(notification, to), payload: JSON.stringify({ title, facts }), at })
    }
  }
  return added
}
