import type { Said } from '../../contract/sentences/say.ts'
import type { Message } from '../../messages/channels/channel.ts'
import type { MeterField } from '../../contract/api/gearFields.ts'
import type { Language } from '../../messages/languages/language.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import type { Titles } from './inLanguages.ts'

/** Kinds of notifications, as the ledger stores them. `kinds.ts` describes each. */
export type NotificationName =
  | 'maintenance'
  | 'warranty'
  | 'covered_service'
  | 'shoot_tomorrow'
  | 'meter'
  | 'problem'
  | 'unsubscribed'

/**
 * A plan that waits for a decision. It does not change: another attempt of planning has another number, another run
 * another id.
 */
export interface WaitingPlan {
  runId: string
  attempt: number
}

/** A reading of a meter that fell or rose too fast, to be checked by a person. */
export interface ReportedReading {
  gearId: string
  field: MeterField
  change: 'fallen' | 'jumped'
  from: number
  to: number
}

/**
 * One message to people; unique per kind, subject, due day, step, channel and recipient. A changed due day makes a new
 * reminder.
 */
export interface Notification extends Message {
  kind: NotificationName
  /** Plan that a link in the message decides about. */
  plan?: WaitingPlan
  /** Reading that a meter report is about. */
  reading?: ReportedReading
  titles?: Titles
  /** Language of title and facts; default: English. */
  language?: Language
}

export interface WaitingReminder {
  message_id: string
  subject: string
  due_on: string
  step: number
  /** ISO 8601 UTC. */
  created_at: string
  /** Language of the queued text. */
  language: Language
  reading?: ReportedReading
}

/**
 * `applies`: still applies, with a new text if the text has changed or is in another language. Otherwise the reason.
 */
export type Evaluation =
  | { applies: true; newText?: Pick<Notification, 'title' | 'titles' | 'facts' | 'documentType'> | undefined }
  | { applies: false; reason: Said }

/**
 * Checks reminders of one kind against current records, keyed by message id.
 * @param texts for new texts
 * @throws ApiError, ConnectionError
 */
export type Evaluate = (
  reminders: readonly WaitingReminder[],
  signal: AbortSignal,
  texts: Texts,
) => Promise<Map<string, Evaluation>>

/** Checks before sending, by kind. Messages of a kind without a check are sent as queued. */
export type Evaluators = Readonly<Partial<Record<string, Evaluate>>>

export type SendCounts = Record<'sent' | 'failed' | 'skipped' | 'waiting', number>
