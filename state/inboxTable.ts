import type { Generated } from 'kysely'
import type { InboxTopic } from '../contract/temporal.ts'

/** An event that a webhook brought. Kept after it was handled, so that it is known when it comes again. */
export interface InboxTable {
  /** The same on every delivery of the event. */
  webhook_id: string
  type: string
  record_id: string | null
  /** JSON as it came; null once no topic has to look at it. */
  body: string | null
  received_at: string
}

/** A topic that has not looked at an event. */
export interface InboxTodoTable {
  webhook_id: string
  topic: InboxTopic
  received_at: string
  /** How often its topic failed to handle it. */
  attempts: Generated<number>
  /** Not before; null while it never failed. ISO 8601. */
  next_try_at: Generated<string | null>
}
