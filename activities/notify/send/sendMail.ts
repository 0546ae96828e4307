import type { Config } from '../../../config/config.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { readLeaseClockMs } from '../../../state/leaseClock.ts'
import { readStudioTimeZone } from '../../../state/schedules.ts'
import { toStudioDay } from '../../../platform/studioDay.ts'
import { recordTransferStart, renewClaims } from '../../../state/reminderClaims.ts'
import type { ReminderRow } from '../../../state/reminderTable.ts'
import type { Channel, Delivery, Message, Outcome } from '../../../channels/channel.ts'
import { presentMessage } from '../presentMessage.ts'
import { summarizeReminders, type SummaryOptions } from '../summarizeReminders.ts'
import { getsDigest, holdForPeople } from './holdForPeople.ts'
import { CLAIM_DURATION_MS, claimNextMail, type ClaimedMail, type MailRoute } from './claim.ts'
import type { Evaluator } from './evaluate.ts'
import { recordMailOutcome, recordUnsent } from './recordOutcome.ts'
import type { CreateAnswerUrl, NotifyDeps } from './types.ts'

const RENEW_INTERVAL_MS = CLAIM_DURATION_MS / 4

function toMessage(row: ReminderRow, createAnswerUrl: CreateAnswerUrl | undefined): Message {
  const { title, facts } = JSON.parse(row.payload) as Pick<Message, 'title' | 'facts'>
  const { kind, subject, due_on: dueOn, step, channel, recipient } = row
  const answerUrl = kind === 'problem' ? undefined : createAnswerUrl?.({ kind, subject, dueOn, channel, recipient })
  const message = { kind, subject, dueOn, step, title, facts, answerUrl }
  if (row.not_before === null) return message
  return { ...message, title: `Not acknowledged yet: ${title}`, facts: [...facts, { name: 'Others notified', value: row.created_at }] }
}

interface DeliveryOptions extends SummaryOptions {
  to: string
  atMs: number
  createAnswerUrl: CreateAnswerUrl | undefined
}

function toDelivery({ mailId, rows }: ClaimedMail, { to, atMs, createAnswerUrl, ...summary }: DeliveryOptions): Delivery {
  const reminders = rows.map((row) => presentMessage(toMessage(row, createAnswerUrl), summary.today))
  const delivery = { id: mailId, to, atMs, reminders }
  return reminders.length > 1 ? { ...delivery, summary: summarizeReminders(reminders, summary) } : delivery
}

/** Another sender has claimed the mail's reminders, because this sender's claim expired. */
class ClaimLost extends Error {
  override name = 'ClaimLost'
}

function startRenewingClaims({ state, clock, log }: NotifyDeps, by: string): Disposable {
  const renew = async (): Promise<void> => {
    const until = toIsoTime((await readLeaseClockMs(state, clock)) + CLAIM_DURATION_MS)
    await state.write((tx) => renewClaims(tx, { by, until }), { durable: false })
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'a claim on reminders could not be renewed'))
  }, RENEW_INTERVAL_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function transmitMail(
  { state, clock, createAnswerUrl }: NotifyDeps,
  { channel, config, sending }: SendContext,
  claimed: ClaimedMail,
): Promise<Outcome> {
  const recordTransfer = async (): Promise<void> => {
    const claimedCount = await state.write((tx) => recordTransferStart(tx, sending.by, claimed.mailId))
    if (claimedCount < claimed.rows.length) throw new ClaimLost('the claim on a mail was lost before it was sent')
  }
  const atMs = clock.nowMs()
  const today = toStudioDay(atMs, await state.read(readStudioTimeZone))
  return channel.send(
    toDelivery(claimed, { to: sending.recipient, atMs, today, isDigest: getsDigest(config, sending), createAnswerUrl }),
    recordTransfer,
  )
}

export interface SentMail {
  outcome: Outcome | undefined
  reminders: number
  /** Reminders that no longer apply. */
  skipped: number
}

async function sendClaimed(deps: NotifyDeps, context: SendContext, claimed: ClaimedMail): Promise<Outcome> {
  const { state, clock, log } = deps
  const { sending } = context
  const outcome = await transmitMail(deps, context, claimed)
  const logFields = { channel: sending.channel, mail: claimed.mailId, reminders: claimed.rows.length }
  const isStillClaimed = await state.write((tx) => recordMailOutcome(tx, claimed, outcome, clock.nowMs()))
  if (!isStillClaimed) log.warn(logFields, 'another sender claimed a mail that took too long')
  if ('error' in outcome) log.warn(logFields, `a reminder was not sent: ${outcome.error}`)
  return outcome
}

export interface SendContext {
  channel: Channel
  config: Config
  sending: MailRoute
  evaluate: Evaluator
  signal: AbortSignal
}

/**
 * Sends the next mail to a recipient: claims its reminders in the ledger, checks them again, sends those that still apply, and records the
 * outcome.
 * @returns undefined when none is due or another sender claimed it
 */
export async function sendNextMail(deps: NotifyDeps, context: SendContext): Promise<SentMail | undefined> {
  const { state, clock, log } = deps
  const { config, sending, evaluate, signal } = context
  const claimAtMs = await readLeaseClockMs(state, clock)
  const claimed = await state.write(async (tx) => {
    const nowMs = clock.nowMs()
    await holdForPeople(tx, config, sending, nowMs)
    return claimNextMail(tx, sending, { nowMs, claimAtMs })
  })
  if (!claimed) return undefined
  using _renewal = startRenewingClaims(deps, sending.by)
  try {
    const { valid: rows, outdated, unchecked } = await evaluate(claimed.rows, signal)
    if (outdated.length + unchecked.length > 0) await state.write((tx) => recordUnsent(tx, { outdated, unchecked }, clock.nowMs()))
    for (const { row, reason } of outdated)
      log.info({ channel: row.channel, kind: row.kind, subject: row.subject }, `a reminder is not sent: ${reason}`)
    const outcome = rows.length === 0 ? undefined : await sendClaimed(deps, context, { ...claimed, rows })
    return { outcome, reminders: rows.length, skipped: outdated.length }
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
    log.warn({ channel: sending.channel, mail: claimed.mailId }, error.message)
    return undefined
  }
}
