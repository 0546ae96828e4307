import { z } from 'zod'
import { defineControlOperation } from '../operation.ts'
import { toSchemaMessage } from '../schemaFaults.ts'
import { timestamp } from '../text.ts'
import { ReminderTitles } from './reminders.ts'

const MIN_ID_CHARACTERS = 6
const SHORT_ID_CHARACTERS = 8
const MAX_SNOOZE_DAYS = 365

/** The `subject` that `listReminders` returns, or its last characters. */
const ReminderId = z.string().regex(new RegExp(`^[A-Za-z0-9-]{${MIN_ID_CHARACTERS},64}$`), {
  message: toSchemaMessage('no_reminder_id', { min: MIN_ID_CHARACTERS }),
})

/**
 * Shortens a record's id to the part that answers a reminder, unless other records have the same end.
 * @param subject id of the record
 */
export const toShortId = (subject: string): string => subject.slice(-SHORT_ID_CHARACTERS)

export const ReminderAnswer = z.strictObject({
  kind: z.string(),
  subject: z.string(),
  title: z.string(),
  titles: ReminderTitles,
  due_on: z.string(),
  /** `YYYY-MM-DD` of the next reminder; null if none follows for this date. */
  next_on: z.string().nullable(),
})
export type ReminderAnswer = z.output<typeof ReminderAnswer>

const errors = ['unknown_reminder', 'ambiguous_reminder', 'not_answerable'] as const

/** Ends the reminders of a record's date. A moved date starts new reminders. Idempotent. */
export const acknowledgeReminder = defineControlOperation({
  id: 'acknowledgeReminder',
  method: 'POST',
  path: '/reminders/acknowledge',
  objectType: 'reminders',
  summary: 'End the reminders of a record’s date',
  body: z.strictObject({ id: ReminderId }),
  reply: { status: 200, body: z.strictObject({ data: ReminderAnswer }) },
  errors: [...errors],
})

/** Postpones the reminders of a record's date by days, but not past the date itself. */
export const snoozeReminder = defineControlOperation({
  id: 'snoozeReminder',
  method: 'POST',
  path: '/reminders/snooze',
  objectType: 'reminders',
  summary: 'Postpone the reminders of a record’s date',
  body: z.strictObject({ id: ReminderId, days: z.int().min(1).max(MAX_SNOOZE_DAYS) }),
  reply: { status: 200, body: z.strictObject({ data: ReminderAnswer }) },
  errors: [...errors, 'api_unavailable'],
})

/** Withdraws every link that reminders have contained so far. */
export const withdrawReminderLinks = defineControlOperation({
  id: 'withdrawReminderLinks',
  method: 'POST',
  path: '/reminders/links/withdraw',
  objectType: 'reminders',
  summary: 'Withdraw all links in reminders',
  body: z.strictObject({}),
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ valid_from: timestamp }) }) },
  errors: [],
})
