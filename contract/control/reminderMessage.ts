import { z } from 'zod'
import { documentTypes } from '../api/documents.ts'
import { timestamp } from '../text.ts'

/** Most reminders that a message lists; `omitted` has the number of the others. */
export const MAX_MESSAGE_REMINDERS = 500

/** Addresses of pages at which people answer. Whoever has one can answer; a POST without a body does what an address is for. */
const MessageLinks = z.strictObject({
  /** Shows all actions, or a plan that waits. */
  page: z.url().optional(),
  ack: z.url().optional(),
  /** Postpones by 7 days. */
  snooze: z.url().optional(),
  /** Completes the maintenance record after one question, so a POST without a body changes nothing. */
  done: z.url().optional(),
})

const MessageReminder = z.strictObject({
  /** `maintenance`, `warranty` (of any document), `covered_service`, `shoot_tomorrow`, `meter`, `problem`, `unsubscribed` or `test`; others may follow. */
  kind: z.string(),
  /** Type of the document that ends, of the kind `warranty`. Absent in reminders that an earlier version queued. */
  document_type: z.enum(documentTypes).optional(),
  /** Id of the record, of the problem, or of the report. */
  subject: z.string(),
  /** YYYY-MM-DD. */
  due_on: z.iso.date(),
  /** Days before the due day; negative after it. */
  step: z.int(),
  /** One line for people. */
  title: z.string(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** For `kitroom reminders ack` and `snooze`; absent for what nobody answers. */
  short_id: z.string().optional(),
  /** Only in a message of one reminder, and with a public address (KITROOM_PUBLIC_URL). */
  links: MessageLinks.optional(),
})

/** Body of a message of a `webhook` channel, signed per Standard Webhooks 1.0.0. Fields may be added. */
export const ReminderMessage = z.strictObject({
  /** As `webhook-id`: the same for each attempt at the same message. */
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
    /** Reminders that this message stands for. */
    total: z.int(),
    /** By due date. */
    reminders: z.array(MessageReminder).max(MAX_MESSAGE_REMINDERS),
    /** Reminders that are only counted: beyond the limit, or long past, which `summary` says. */
    omitted: z.int(),
  }),
})
export type ReminderMessage = z.output<typeof ReminderMessage>
