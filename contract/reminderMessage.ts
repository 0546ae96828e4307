import { z } from 'zod'
import { timestamp } from './text.ts'

/** Most reminders that a message lists; `omitted` has the number of the others. */
export const MAX_MESSAGE_REMINDERS = 500

const MessageReminder = z.strictObject({
  /** `warranty`, `maintenance`, `covered_service`, `shoot_tomorrow`, `meter`, `problem`, `unsubscribed` or `test`; others may follow. */
  kind: z.string(),
  /** Id of the record, of the problem, or of the report. */
  subject: z.string(),
  /** YYYY-MM-DD. */
  due_on: z.iso.date(),
  /** Days before the due day; negative after it. */
  step: z.int(),
  /** One line for people. */
  title: z.string(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
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
