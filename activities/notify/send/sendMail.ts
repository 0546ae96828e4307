import type { Config } from '../../../config/config.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { readLeaseClockMs } from '../../../state/hosts/leaseClock.ts'
import { readStudioTimeZone } from '../../../state/schedules/schedules.ts'
import { toStudioDay } from '../../../platform/studioDay.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import { recordTransferStart, renewClaims } from '../../../state/reminders/reminderClaims.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import {
  stopsChannel,
  type Channel,
  type Delivery,
  type Message,
  type MessageLink,
  type Outcome,
} from '../../../messages/channels/channel.ts'
import { createLinks } from '../links/createLinks.ts'
import { parsePayload } from '../payload.ts'
import { presentMessage } from '../presentMessage.ts'
import { listChannelRecipients } from '../routes.ts'
import { summarizeReminders, type SummaryOptions } from '../summarizeReminders.ts'
import { createTextsOf } from '../textsOf.ts'
import type { WaitingPlan } from '../types.ts'
import type { NotificationKinds } from '../kind.ts'
import { canUnsubscribe, endUnsubscribedReminders } from '../unsubscribe/endReminders.ts'
import { findSubscriber } from '../unsubscribe/findSubscriber.ts'
import { withUnsubscribed } from '../unsubscribe/withUnsubscribed.ts'
import { getsDigest, holdForPeople } from './holdForPeople.ts'
import { CLAIM_DURATION_MS, claimNextMail, type ClaimedMail, type MailRoute } from './claim.ts'
import type { Evaluator } from './evaluate.ts'
import { recordMailOutcome, recordUnsent } from './recordOutcome.ts'
import type { NotifyDeps } from './types.ts'

const RENEW_INTERVAL_MS = CLAIM_DURATION_MS / 4

type ListLinks = (row: ReminderRow, plan: WaitingPlan | undefined) => MessageLink[]

function toMessage(row: ReminderRow, texts: Texts, listLinks: ListLinks): Message {
  const { title, facts, plan, documentType, details } = parsePayload(row.payload)
  const { kind, subject, due_on: dueOn, step } = row
  const message = {
    kind,
    subject,
    dueOn,
    step,
    title,
    facts,
    links: listLinks(row, plan),
    ...(documentType && { documentType }),
    ...(details && { details }),
  }
  if (row.not_before === null) return message
  const notified = { name: texts.facts.othersNotified, value: texts.format.time(row.created_at) }
  return { ...message, title: texts.notAcknowledged(title), facts: [...facts, notified] }
}

interface DeliveryOptions extends SummaryOptions {
  to: string
  atMs: number
  texts: Texts
  kinds: NotificationKinds
  listLinks: ListLinks
  unsubscribeUrl: string | undefined
}

function toDelivery(
  { mailId, rows }: ClaimedMail,
  { to, atMs, kinds, listLinks, unsubscribeUrl, ...summary }: DeliveryOptions,
): Delivery {
  const { texts, today } = summary
  const reminders = rows.map((row) => presentMessage(kinds, toMessage(row, texts, listLinks), today, texts))
  const delivery = {
    id: mailId,
    to,
    atMs,
    reminders,
    language: texts.language,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  }
  return reminders.length > 1 ? { ...delivery, summary: summarizeReminders(kinds, reminders, summary) } : delivery
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

/** Texts and time zone for a mail's reader. */
interface Reader {
  texts: Texts
  studioZone: string
}

/** Finds the address for unsubscribing. Messages that are only about problems have none, because those do not end. */
function findUnsubscribeUrl(
  { kinds, links }: NotifyDeps,
  { config, sending }: SendContext,
  rows: readonly ReminderRow[],
): string | undefined {
  const { channel, recipient } = sending
  const person = rows.some((row) => canUnsubscribe(kinds, row)) ? findSubscriber(config, sending) : undefined
  return person && links?.createUnsubscribeUrl({ person: person.id, channel, recipient })
}

async function transmitMail(
  deps: NotifyDeps,
  context: SendContext,
  claimed: ClaimedMail,
  { texts, studioZone }: Reader,
): Promise<Outcome> {
  const { state, clock, kinds, links } = deps
  const { channel, config, sending } = context
  const recordTransfer = async (): Promise<void> => {
    const claimedCount = await state.write((tx) => recordTransferStart(tx, sending.by, claimed.mailId))
    if (claimedCount < claimed.rows.length) throw new ClaimLost('the claim on a mail was lost before it was sent')
  }
  const atMs = clock.nowMs()
  const today = toStudioDay(atMs, studioZone)
  const listLinks: ListLinks = (row, plan) =>
    links ? createLinks(links, { row, kind: kinds.find(row.kind), plan, config, texts }) : []
  const isDigest = getsDigest(config, sending)
  const unsubscribeUrl = findUnsubscribeUrl(deps, context, claimed.rows)
  return channel.send(
    toDelivery(claimed, { to: sending.recipient, atMs, today, isDigest, texts, kinds, listLinks, unsubscribeUrl }),
    recordTransfer,
  )
}

export interface SentMail {
  outcome: Outcome | undefined
  reminders: number
  /** Number of reminders that no longer apply. */
  skipped: number
}

async function sendClaimed(
  deps: NotifyDeps,
  context: SendContext,
  claimed: ClaimedMail,
  reader: Reader,
): Promise<Outcome> {
  const { state, clock, log } = deps
  const { config, sending } = context
  const outcome = await transmitMail(deps, context, claimed, reader)
  const logFields = { channel: sending.channel, mail: claimed.mailId, reminders: claimed.rows.length }
  const isStillClaimed = await state.write(async (tx) => {
    // A failing channel defers its due reminders, but not those that wait for a digest or the end of quiet hours.
    if (stopsChannel(outcome))
      for (const to of listChannelRecipients(config, sending.channel))
        await holdForPeople(tx, config, to, clock.nowMs())
    return recordMailOutcome(tx, claimed, outcome, clock.nowMs())
  })
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
 * Sends the next mail to a recipient: claims its reminders in the ledger, checks them again, sends those that still
 * apply, and records the outcome.
 * @returns undefined if none is due or another sender claimed it
 */
export async function sendNextMail(deps: NotifyDeps, context: SendContext): Promise<SentMail | undefined> {
  const { state, clock, log, kinds } = deps
  const { config, sending, evaluate, signal } = context
  const claimAtMs = await readLeaseClockMs(state, clock)
  const claimed = await state.write(async (tx) => {
    const nowMs = clock.nowMs()
    await endUnsubscribedReminders(tx, sending, { config: await withUnsubscribed(tx, config), kinds, nowMs })
    await holdForPeople(tx, config, sending, nowMs)
    return claimNextMail(tx, sending, { nowMs, claimAtMs })
  })
  if (!claimed) return undefined
  using _renewal = startRenewingClaims(deps, sending.by)
  try {
    const studioZone = await state.read(readStudioTimeZone)
    const texts = createTextsOf(config, studioZone)(sending)
    const { valid: rows, outdated, unchecked } = await evaluate(claimed.rows, signal, texts)
    if (outdated.length + unchecked.length > 0)
      await state.write((tx) => recordUnsent(tx, { outdated, unchecked }, clock.nowMs()))
    for (const { row, reason } of outdated)
      log.info(
        { channel: row.channel, kind: row.kind, subject: row.subject },
        `a reminder is not sent: ${reason.message}`,
      )
    const outcome =
      rows.length === 0 ? undefined : await sendClaimed(deps, context, { ...claimed, rows }, { texts, studioZone })
    return { outcome, reminders: rows.length, skipped: outdated.length }
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
    log.warn({ channel: sending.channel, mail: claimed.mailId }, error.message)
    return undefined
  }
}
