/** What a reminder is about. */
export const notificationKinds = ['maintenance', 'warranty', 'problem'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * Something that people are told: once per kind, subject, due day, step, channel and recipient. Another due day is another reminder, so a date
 * that moves is told of anew.
 */
export interface Notification {
  kind: NotificationKind
  /** Id of the record that it is about. */
  subject: string
  /** The day that counts, `YYYY-MM-DD`. */
  dueOn: string
  /** Days before the due day that this step stands for; 0 the day itself, negative after it. */
  step: number
  /** One line, for the subject of a message. Any text of users in it is plain text. */
  title: string
  /** What a message says, in order: a name and a value each. */
  facts: readonly { name: string; value: string }[]
}

/** A reminder that is about to be sent. */
export interface WaitingReminder {
  /** Its id in the ledger. */
  message_id: string
  /** Id of the record that it is about. */
  subject: string
  /** YYYY-MM-DD. */
  due_on: string
  step: number
  /** When it was queued, ISO 8601 UTC. */
  created_at: string
}

/** Whether a reminder still holds: then what it says now, where that has changed; else why not, for people. */
export type Evaluation = { holds: true; says?: Pick<Notification, 'title' | 'facts'> | undefined } | { holds: false; reason: string }

/** Evaluates reminders of one kind against the records as they are now. Answers by the reminder's id. @throws ApiError, ConnectionError */
export type Evaluate = (reminders: readonly WaitingReminder[], signal: AbortSignal) => Promise<Map<string, Evaluation>>

/** How reminders are evaluated again before they go out, by kind. A kind without an entry is sent as it was queued. */
export type Evaluators = Readonly<Partial<Record<string, Evaluate>>>

/** What the ledger of reminders is worked off by. */
export interface NotifyActivities {
  /** Sends what is due. Safe to run at any time and several times at once: one row is never sent by two. */
  sendReminders(input: Record<string, never>): Promise<SendCounts>
}

/** What came of the reminders that were due, by number. */
export type SendCounts = Record<'sent' | 'failed' | 'skipped' | 'waiting', number>
