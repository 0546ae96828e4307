import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { documentTypes } from '../api/documents.ts'
import { defineControlOperation } from '../operation.ts'
import { pageQuery, pagination } from '../page.ts'
import { problemCodes } from './problems.ts'
import { sentences } from '../sentences/sentence.ts'
import { timestamp } from '../text.ts'

/** Subjects of reminders. `problems` stands for all codes of problems. */
const gearKinds = ['maintenance', 'warranty', 'insurance'] as const
export const personKinds = [...gearKinds, 'shoot_tomorrow', 'problems', ...problemCodes] as const
export type PersonKind = (typeof personKinds)[number]
export const isGearKind = (kind: PersonKind): boolean => (gearKinds as readonly string[]).includes(kind)
/** True for kinds that people can unsubscribe from. */
export const isReminderKind = (kind: PersonKind): boolean => isGearKind(kind) || kind === 'shoot_tomorrow'
export const isProblemKind = (kind: PersonKind): boolean => (problemCodes as readonly string[]).includes(kind)

/**
 * `failed`: will not be sent. `unknown`: may have been sent, but was not confirmed. `skipped`: never tried, because its
 * facts changed.
 */
const reminderStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const
export type ReminderState = (typeof reminderStates)[number]

/**
 * The title in the languages of the console, by their codes of ISO 639-1; empty for a reminder that an earlier version
 * queued.
 */
export const ReminderTitles = z.record(z.string(), z.string())

export const ReminderInfo = z.strictObject({
  /** `warranty` for every document; `document_type` distinguishes them. */
  kind: z.string(),
  /** Type of the ending document; null for other kinds, and for reminders that an earlier version queued. */
  document_type: z.enum(documentTypes).nullable(),
  subject: z.string(),
  /** As the recipient got it, in their language. */
  title: z.string(),
  titles: ReminderTitles,
  due_on: z.string(),
  /** Days before the due day; negative after it. */
  step: z.int(),
  channel: z.string(),
  recipient: z.string(),
  state: z.enum(reminderStates),
  attempts: z.int(),
  /** Time of the next attempt; null if there is none. */
  next_try_at: timestamp.nullable(),
  error: z.string().nullable(),
  /** The sentences of the error, for other languages. */
  error_sentences: sentences,
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  /** Message-ID of its e-mail; null if never sent. */
  message_id: z.string().nullable(),
})
export type ReminderInfo = z.output<typeof ReminderInfo>

export const listReminders = defineControlOperation({
  id: 'listReminders',
  method: 'GET',
  path: '/reminders',
  objectType: 'reminders',
  summary: 'Sent, pending and failed reminders, newest first',
  query: { ...pageQuery, state: z.enum(reminderStates).optional() },
  reply: { status: 200, body: z.strictObject({ data: z.array(ReminderInfo), pagination: z.strictObject(pagination) }) },
  errors: [],
})

/** Result of a test message. `retry`: a temporary failure. */
export const TestedRecipient = z.strictObject({
  channel: z.string(),
  recipient: z.string(),
  outcome: z.enum(['sent', 'retry', 'failed', 'unknown']),
  error: z.string().nullable(),
})
export type TestedRecipient = z.output<typeof TestedRecipient>

/**
 * Sends a test message to all recipients, or to those of one channel. An accepted message ends the pause of its
 * channel; nothing else is stored.
 */
export const testReminders = defineControlOperation({
  id: 'testReminders',
  method: 'POST',
  path: '/reminders/test',
  objectType: 'reminders',
  summary: 'Send test messages to the channels',
  body: z.strictObject({ channel: z.string().optional() }),
  reply: { status: 200, body: z.strictObject({ data: z.array(TestedRecipient) }) },
  errors: ['unknown_channel'],
})

/** Result of a daily run. `counts` has the counts of each step; it has none while the run continues. */
export const DayResult = z.strictObject({
  outcome: z.enum(['completed', 'failed', 'running']),
  counts: z.record(z.string(), z.record(z.string(), z.int())),
  error: z.string().nullable(),
})
export type DayResult = z.output<typeof DayResult>

/** Starts the daily run now. It returns the result, or `running` if the run takes too long. */
export const runReminders = defineControlOperation({
  id: 'runReminders',
  method: 'POST',
  path: '/reminders/run',
  objectType: 'reminders',
  summary: 'Run the daily checks now and send due reminders',
  body: z.strictObject({}),
  reply: { status: 200, body: z.strictObject({ data: DayResult }) },
  errors: temporalErrors,
})
