import { hash } from 'node:crypto'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { isCollecting } from '../../../state/reminders/collectingLease.ts'
import { claimReminder, listDueReminders, listUnconfirmedReminders } from '../../../state/reminders/reminderClaims.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'

/** Time after which a claim without renewal expires: its sender is assumed dead. */
export const CLAIM_DURATION_MS = 20_000
const MAX_REMINDERS_PER_MAIL = 50_000

export interface ClaimedMail {
  mailId: string
  rows: readonly ReminderRow[]
}

export interface MailRoute {
  channel: string
  recipient: string
  by: string
}

/** Computes the Message-ID of a mail with several reminders, which is equal for the same reminders. */
function mailIdOf(rows: readonly ReminderRow[]): string {
  const ids = rows.map((row) => row.message_id).sort()
  const domain = ids[0]?.slice(ids[0].lastIndexOf('@')) ?? ''
  return `<kitroom.${hash('sha256', ids.join(' '), 'hex').slice(0, 32)}${domain}`
}

/** Chooses the next mail. Unconfirmed mails come first, with the same reminders as before. */
async function chooseMail(
  tx: Tx,
  query: { channel: string; recipient: string; now: string; minAttempts: number },
): Promise<ClaimedMail | undefined> {
  const unconfirmed = await listUnconfirmedReminders(tx, query)
  const mailId = unconfirmed[0]?.mail_id
  if (mailId) return { mailId, rows: unconfirmed.filter((row) => row.mail_id === mailId) }
  const dueRows = await listDueReminders(tx, query, MAX_REMINDERS_PER_MAIL)
  const [first] = dueRows
  if (!first) return undefined
  return dueRows.length > 1 ? { mailId: mailIdOf(dueRows), rows: dueRows } : { mailId: first.message_id, rows: [first] }
}

/** `claimAtMs` is the present time of the clock that decides claims. */
export interface ClaimTimes {
  nowMs: number
  claimAtMs: number
}

/**
 * Claims the reminders of the next mail to a recipient, except those that another sender has claimed. New reminders
 * wait while a workflow is still queueing some.
 * @returns undefined if none is due
 */
export async function claimNextMail(
  tx: Tx,
  { channel, recipient, by }: MailRoute,
  { nowMs, claimAtMs }: ClaimTimes,
): Promise<ClaimedMail | undefined> {
  const minAttempts = (await isCollecting(tx, claimAtMs)) ? 1 : 0
  const mail = await chooseMail(tx, { channel, recipient, now: toIsoTime(nowMs), minAttempts })
  if (!mail) return undefined
  const claim = { by, until: toIsoTime(claimAtMs + CLAIM_DURATION_MS), mailId: mail.mailId }
  const rows: ReminderRow[] = []
  for (const row of mail.rows)
    if (await claimReminder(tx, row, claim))
      rows.push({ ...row, claimed_by: by, attempts: row.attempts + 1, resent: row.state === 'unknown' ? 1 : 0 })
  return rows.length === 0 ? undefined : { mailId: mail.mailId, rows }
}
