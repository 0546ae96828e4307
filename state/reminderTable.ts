import { sql, type Generated, type RawBuilder, type Selectable } from 'kysely'
import type { ReminderState } from '../contract/reminders.ts'

/** What people are told, once per kind, subject, due day, step, channel and recipient. */
export interface ReminderTable {
  /** Of the mail that carries it alone (RFC 5322 section 3.6.4), with the angle brackets; the same for the same key. */
  message_id: string
  kind: string
  subject: string
  /** YYYY-MM-DD. */
  due_on: string
  /** Days before the due day; negative after it. */
  step: number
  /** Id of a channel of kitroom.yaml. */
  channel: string
  recipient: string
  /** Title and facts, JSON. */
  payload: string
  state: Generated<ReminderState>
  /** How often it was tried. */
  attempts: Generated<number>
  next_try_at: string
  /** What went wrong last, for people. */
  error: string | null
  created_at: string
  sent_at: string | null
  /** Id of the mail that it went out in, or was about to: its own, or that of a mail that holds several. */
  mail_id: string | null
  /** Who sends it now, and until when nobody else may. */
  claimed_by: string | null
  claimed_until: string | null
  /** 1 from the moment that the channel may have taken it. */
  handed_over: Generated<number>
  /** 1 while and after it is sent a second time because nobody knew of the first; it is not sent a third. */
  resent: Generated<number>
}

export type ReminderRow = Selectable<ReminderTable>

/** A state in the text of a statement, which takes no values but named arguments. */
export const stateOf = (state: ReminderState): RawBuilder<ReminderState> => sql.lit(state)
