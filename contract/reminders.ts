import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { pageQuery, pagination } from './page.ts'
import { timestamp } from './text.ts'

// Reminders, as the worker's control plane shows them.

/**
 * States of a reminder. `pending` waits to be sent; `sending` is on its way; `sent` was taken by the channel; `failed` will not be sent, and
 * says why; `unknown` may have been taken, and nobody heard; `skipped` was never tried because what it says is not so any more.
 */
const reminderStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const
export type ReminderState = (typeof reminderStates)[number]

export const ReminderInfo = z.strictObject({
  kind: z.string(),
  /** Id of the record that it is about. */
  subject: z.string(),
  title: z.string(),
  due_on: z.string(),
  /** Days before the due day; negative after it. */
  step: z.int(),
  /** Id of a channel of kitroom.yaml. */
  channel: z.string(),
  recipient: z.string(),
  state: z.enum(reminderStates),
  attempts: z.int(),
  /** Not before; null when it is not tried any more. */
  next_try_at: timestamp.nullable(),
  /** What went wrong last. */
  error: z.string().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  /** Id of the mail that it went out in; null while it never did. */
  message_id: z.string().nullable(),
})
export type ReminderInfo = z.output<typeof ReminderInfo>

export const listReminders = defineOperation({
  id: 'listReminders',
  method: 'GET',
  path: '/reminders',
  objectType: 'reminders',
  summary: 'Reminders that were sent, wait or failed, newest first',
  query: { ...pageQuery, state: z.enum(reminderStates).optional() },
  reply: { status: 200, body: z.strictObject({ data: z.array(ReminderInfo), pagination: z.strictObject(pagination) }) },
  errors: [],
})

/** What came of a message to one recipient. `retry`: not now, a reminder would be tried again. */
export const TestedRecipient = z.strictObject({
  channel: z.string(),
  recipient: z.string(),
  outcome: z.enum(['sent', 'retry', 'failed', 'unknown']),
  error: z.string().nullable(),
})
export type TestedRecipient = z.output<typeof TestedRecipient>

/** Sends a message to every recipient, or to those of one channel, as a reminder would be sent. Nothing of it is kept. */
export const testReminders = defineOperation({
  id: 'testReminders',
  method: 'POST',
  path: '/reminders/test',
  objectType: 'reminders',
  summary: 'Try the channels',
  body: z.strictObject({ channel: z.string().optional() }),
  reply: { status: 200, body: z.strictObject({ data: z.array(TestedRecipient) }) },
  errors: [],
})

/** How a day went. `counts`: by step, what it counted; of a day that goes on nothing is known yet. */
export const DayResult = z.strictObject({
  outcome: z.enum(['completed', 'failed', 'running']),
  counts: z.record(z.string(), z.record(z.string(), z.int())),
  error: z.string().nullable(),
})
export type DayResult = z.output<typeof DayResult>

/** Does now what every day begins with, and answers what came of it, or after a while that it goes on. */
export const runReminders = defineOperation({
  id: 'runReminders',
  method: 'POST',
  path: '/reminders/run',
  objectType: 'reminders',
  summary: 'Look now for what is due, and remind of it',
  body: z.strictObject({}),
  reply: { status: 200, body: z.strictObject({ data: DayResult }) },
  errors: [],
})
