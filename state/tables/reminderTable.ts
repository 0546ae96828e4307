import { sql, type Generated, type RawBuilder, type Selectable } from 'kysely'
import type { ReminderState } from '../../contract/control/reminders.ts'

/** A reminder; unique per kind, subject, due day, step, channel and recipient. */
export interface ReminderTable {
  /** Message-ID when sent alone (RFC 5322 section 3.6.4), with angle brackets; the same for the same key. */
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
  /** Last error, for people. */
  error: string | null
  created_at: string
  sent_at: string | null
  /** Message-ID of the mail it was sent in, its own or a shared one. */
  mail_id: string | null
  /** The sender that claimed it, and until when. */
  claimed_by: string | null
  claimed_until: string | null
  /** 1 once the channel may have received it. */
  handed_over: Generated<number>
  /** 1 during and after the resend of an unconfirmed reminder, which is never resent again. */
  resent: Generated<number>
  /** Moment before which it is not sent: it escalates another reminder unless somebody acts. Null for others. */
  not_before: string | null
  /** When an attempt first failed, ISO 8601 UTC. Null: none has, or an earlier version sent it. */
  first_failed_at: string | null
}

export type ReminderRow = Selectable<ReminderTable>

/** A reminder's record and date, regardless of step, channel and recipient. */
export type ReminderSubject = Pick<ReminderTable, 'kind' | 'subject' | 'due_on'>

export interface ReminderRecipient {
  channel: string
  recipient: string
}

/** What people answered to the reminders of a record and date. Another date of the record is not affected. */
export interface ReminderAnswerTable extends ReminderSubject {
  /** `YYYY-MM-DD`: reminded again on that day; null: acknowledged, not reminded again. */
  snoozed_until: string | null
  /** ISO 8601 UTC. */
  answered_at: string
}

/** An address at which a person of kitroom.yaml wants no reminders. */
export interface UnsubscriptionTable extends ReminderRecipient {
  person: string
  /** Another one each time that the person unsubscribes. */
  unsubscription_id: string
  /** ISO 8601 UTC. */
  unsubscribed_at: string
}

/** A channel that is sent nothing now, by the id of its settings. */
export interface ChannelPauseTable {
  channel: string
  /** ISO 8601 UTC; null: until its settings or secrets change. */
  until: string | null
  /** Fingerprint of the settings and secrets that were refused; null with `until`. */
  fingerprint: string | null
  /** Why, for people. */
  error: string
}

export type ChannelPause = Selectable<ChannelPauseTable>

/** A state as a literal; statements accept only named arguments as values. */
export const toStateLiteral = (state: ReminderState): RawBuilder<ReminderState> => sql.lit(state)
