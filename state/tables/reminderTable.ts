import { sql, type Generated, type RawBuilder, type Selectable } from 'kysely'
import type { ReminderState } from '../../contract/control/reminders.ts'

/** A reminder; unique per kind, subject, due day, step, channel and recipient. */
export interface ReminderTable {
  /**
   * Message-ID of the reminder if sent alone (RFC 5322 section 3.6.4), with angle brackets. It is equal for equal keys.
   */
  message_id: string
  kind: string
  subject: string
  /** YYYY-MM-DD. */
  due_on: string
  /** Days before the due day; negative after it. */
  step: number
  channel: string
  recipient: string
  payload: string
  state: Generated<ReminderState>
  attempts: Generated<number>
  next_try_at: string
  /** Last error, for people; with its sentences: see `storedText.ts`. */
  error: string | null
  created_at: string
  sent_at: string | null
  /** Message-ID of the mail in which it was sent, its own or a shared one. */
  mail_id: string | null
  /** Sender that has claimed it, and the end of the claim. */
  claimed_by: string | null
  claimed_until: string | null
  /** 1 once the channel may have received it. */
  handed_over: Generated<number>
  /** 1 during and after the resend of an unconfirmed reminder, which is never resent again. */
  resent: Generated<number>
  /** Earliest time of sending, for an escalation that is sent unless somebody acts. Null for others. */
  not_before: string | null
  /** Time of the first failed attempt, ISO 8601 UTC. Null: none has failed, or an earlier version sent it. */
  first_failed_at: string | null
}

export type ReminderRow = Selectable<ReminderTable>

/** A reminder's record and date, regardless of step, channel and recipient. */
export type ReminderSubject = Pick<ReminderTable, 'kind' | 'subject' | 'due_on'>

export interface ReminderRecipient {
  channel: string
  recipient: string
}

/** Answers to the reminders of a record and date. They do not apply to another date of the record. */
export interface ReminderAnswerTable extends ReminderSubject {
  /** `YYYY-MM-DD`: the next reminder is on that day; null: acknowledged, without further reminders. */
  snoozed_until: string | null
  /** ISO 8601 UTC. */
  answered_at: string
}

/** An address at which a person of kitroom.yaml wants no reminders. */
export interface UnsubscriptionTable extends ReminderRecipient {
  person: string
  /** Id that differs each time the person unsubscribes. */
  unsubscription_id: string
  /** ISO 8601 UTC. */
  unsubscribed_at: string
}

/** A paused channel, by the id of its settings. */
export interface ChannelPauseTable {
  channel: string
  /** End of the pause, ISO 8601 UTC; null: it lasts until the channel's settings or secrets change. */
  until: string | null
  /** Fingerprint of the refused settings and secrets; null with `until`. */
  fingerprint: string | null
  /** Reason, for people, like the error of a reminder. */
  error: string
}

export type ChannelPauseRow = Selectable<ChannelPauseTable>

/** Creates a state as a literal, because statements accept only named arguments as values. */
export const toStateLiteral = (state: ReminderState): RawBuilder<ReminderState> => sql.lit(state)
