import type { Generated } from 'kysely'
import type { InboxTopic } from '../../contract/temporal.ts'

/** A received event. Handled ones remain to detect duplicates. */
export interface InboxTable {
  /** Id that is equal for every delivery of the event. */
  webhook_id: string
  type: string
  record_id: string | null
  /** Null once every topic has handled it. */
  body: string | null
  received_at: string
}

/** An event that a topic has not handled. */
export interface InboxTodoTable {
  webhook_id: string
  topic: InboxTopic
  received_at: string
  attempts: Generated<number>
  /** Earliest retry, ISO 8601; null before the first failure. */
  next_try_at: Generated<string | null>
}
