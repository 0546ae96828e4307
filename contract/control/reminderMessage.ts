import { z } from 'zod'
import { documentTypes } from '../api/documents.ts'
import { timestamp } from '../text.ts'

/** Maximum number of reminders in a message; `omitted` counts the others. */
export const MAX_MESSAGE_REMINDERS = 500

/**
 * Addresses of pages for answers. Anyone who has one can answer; a POST without a body performs the action of the
 * address.
 */
const MessageLinks = z.strictObject({
  /** Page with all actions, or with a plan that waits. */
  page: z.url().optional(),
  ack: z.url().optional(),
  /** Postpones by 7 days. */
  snooze: z.url().optional(),
  /** Page that completes the maintenance record after one question. A POST without a body changes nothing. */
  done: z.url().optional(),
})

const MessageReminder = z.strictObject({
  /**
   * `maintenance`, `warranty` (any document), `covered_service`, `shoot_tomorrow`, `meter`, `problem`, `unsubscribed`
   * or `test`. Others may follow.
   */
  kind: z.string(),
  /** Type of the ending document, for the kind `warranty`. Absent in reminders that an earlier version queued. */
  document_type: z.enum(documentTypes).optional(),
  /** Id of the record, problem or report. */
  subject: z.string(),
  /** YYYY-MM-DD. */
  due_on: z.iso.date(),
  /** Days before the due day; negative after it. */
  step: z.int(),
  /** One line for people. */
  title: z.string(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Id for `kitroom reminders ack` and `snooze`; absent for messages without an answer. */
  short_id: z.string().optional(),
  /** Present only in a message of one reminder, and with a public address (KITROOM_PUBLIC_URL). */
  links: MessageLinks.optional(),
})

/** Body of a message of a `webhook` channel, signed per Standard Webhooks 1.0.0. Fields may be added. */
export const ReminderMessage = z.strictObject({
  /** Same as `webhook-id`: equal for each attempt to send a message. */
  id: z.string(),
  type: z.literal('reminders.due'),
  /** Time of this attempt. */
  timestamp,
  data: z.strictObject({
    /** Id of the channel in kitroom.yaml. */
    channel: z.string(),
    /** One line for people about all reminders. */
    title: z.string(),
    /** Sentences about all reminders; empty for a single one. */
    summary: z.array(z.string()),
    /** Number of reminders in this message, listed or not. */
    total: z.int(),
    /** By due date. */
    reminders: z.array(MessageReminder).max(MAX_MESSAGE_REMINDERS),
    /** Number of reminders that are only counted: beyond the limit, or long past, as `summary` says. */
    omitted: z.int(),
  }),
})
export type ReminderMessage = z.output<typeof ReminderMessage>
