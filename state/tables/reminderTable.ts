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

/** A state as a literal; statements accept only named arguments as values. */
export const toStateLiteral = (state: ReminderState): RawBuilder<ReminderState> => sql.lit(state)
