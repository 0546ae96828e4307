import type { Message } from '../../channels/channel.ts'

/** Kinds of notifications, as the ledger stores them. `kinds.ts` has what each of them is. */
export type NotificationName = 'maintenance' | 'warranty' | 'problem'

/** One message to people; unique per kind, subject, due day, step, channel and recipient. A changed due day is a new reminder. */
export interface Notification extends Message {
  kind: NotificationName
}

export interface WaitingReminder {
  message_id: string
  subject: string
  due_on: string
  step: number
  /** ISO 8601 UTC. */
  created_at: string
}

/** `applies`: still applies, with new text where it has changed; otherwise the reason for people. */
export type Evaluation = { applies: true; newText?: Pick<Notification, 'title' | 'facts'> | undefined } | { applies: false; reason: string }

/** Checks reminders of one kind against current records, keyed by message id. @throws ApiError, ConnectionError */
export type Evaluate = (reminders: readonly WaitingReminder[], signal: AbortSignal) => Promise<Map<string, Evaluation>>

/** Checks before sending, by kind. A kind without an entry is sent as queued. */
export type Evaluators = Readonly<Partial<Record<string, Evaluate>>>

export interface NotifyActivities {
  /** Sends due reminders. Safe to run concurrently: a claim prevents duplicates. */
  sendReminders(input: Record<string, never>): Promise<SendCounts>
}

export type SendCounts = Record<'sent' | 'failed' | 'skipped' | 'waiting', number>
