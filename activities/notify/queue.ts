import { hash } from 'node:crypto'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findReminderAnswer } from '../../state/reminders/reminderAnswers.ts'
import { listLastSteps } from '../../state/reminders/notifiedSteps.ts'
import { addReminder, type NewReminder } from '../../state/reminders/reminders.ts'
import { DEFAULT_LANGUAGE } from '../../messages/languages/language.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import { applyAnswer } from './applyAnswer.ts'
import { describeInLanguages } from './inLanguages.ts'
import { formatPayload } from './payload.ts'
import type { DueRecipient, Recipient } from './routes.ts'
import type { TextsOf } from './textsOf.ts'
import type { Notification } from './types.ts'
import type { ReminderSubject, ReminderAnswerTable } from '../../state/tables/reminderTable.ts'

/** Computes the Message-ID of a reminder (RFC 5322 section 3.6.4), which is equal for the same reminder. */
function toMessageId({ kind, subject, dueOn, step }: Notification, { channel, recipient, domain }: Recipient): string {
  const key = JSON.stringify([kind, subject, dueOn, step, channel, recipient])
  return `<kitroom.${hash('sha256', key, 'hex').slice(0, 32)}@${domain}>`
}

export interface AddressedReminder {
  notification: Notification
  recipients: readonly Recipient[]
}

/** Recipients without a notification of their step or a later one, and people's answers. */
export interface Unnotified {
  recipients: readonly DueRecipient[]
  answer: ReminderAnswerTable | undefined
}

/** @param day last day whose reminder time has passed, `YYYY-MM-DD` */
export async function findUnnotified(
  tx: Tx,
  about: ReminderSubject & { day: string },
  due: readonly DueRecipient[],
): Promise<Unnotified> {
  const { day, ...subject } = about
  if (due.length === 0) return { recipients: [], answer: undefined }
  const answer = await findReminderAnswer(tx, subject)
  const lastSteps = new Map(
    (await listLastSteps(tx, subject)).map((row) => [`${row.channel} ${row.recipient}`, row.step]),
  )
  const isUnnotified = ({ channel, recipient, notifiedStep }: DueRecipient): boolean =>
    (lastSteps.get(`${channel} ${recipient}`) ?? Infinity) > notifiedStep
  return { recipients: applyAnswer(due, answer, day).filter(isUnnotified), answer }
}

/** Selects recipients who were not notified, with their steps. */
export function selectUnnotified(
  { recipients, answer }: Unnotified,
  due: readonly DueRecipient[],
  day: string,
): DueRecipient[] {
  const isUnnotified = (to: DueRecipient): boolean =>
    recipients.some((one) => one.channel === to.channel && one.recipient === to.recipient)
  return applyAnswer(due, answer, day).filter(isUnnotified)
}

/** Addresses a notification to each recipient in their language. */
export const addressNotification = (
  recipients: readonly Recipient[],
  textsOf: TextsOf,
  describe: (texts: Texts) => Notification,
): AddressedReminder[] =>
  [...Map.groupBy(recipients, textsOf)].map(([texts, ofLanguage]) => ({
    notification: { ...describeInLanguages(texts, describe), language: texts.language },
    recipients: ofLanguage,
  }))

/** @param describe creates the reminder of a step */
export const addressReminders = (
  recipients: readonly DueRecipient[],
  textsOf: TextsOf,
  describe: (step: number, texts: Texts) => Notification,
): AddressedReminder[] =>
  [...Map.groupBy(recipients, ({ step }) => step)].flatMap(([step, ofStep]) =>
    addressNotification(ofStep, textsOf, (texts) => describe(step, texts)),
  )

export const toNewReminder = (
  notification: Notification,
  to: Recipient,
  at: string,
): Omit<NewReminder, 'not_before' | 'nextTryAt'> => {
  const { kind, subject, dueOn, step, language = DEFAULT_LANGUAGE } = notification
  const { channel, recipient } = to
  return {
    kind,
    subject,
    due_on: dueOn,
    step,
    channel,
    recipient,
    message_id: toMessageId(notification, to),
    payload: formatPayload(notification, language),
    at,
  }
}

/**
 * Adds reminders to the ledger: for each recipient those that are missing or were skipped. It skips an earlier pending
 * reminder of the same subject.
 * @returns the number added
 */
export async function queueAddressedReminders(
  tx: Tx,
  reminders: readonly AddressedReminder[],
  nowMs: number,
): Promise<number> {
  const at = toIsoTime(nowMs)
  let added = 0
  for (const { notification, recipients } of reminders)
    for (const to of recipients)
      added += await addReminder(tx, { ...toNewReminder(notification, to, at), not_before: null })
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
