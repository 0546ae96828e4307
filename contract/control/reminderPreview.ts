import { z } from 'zod'
import { configId } from './configId.ts'
import { defineControlOperation } from '../operation.ts'

const reminderKinds = ['maintenance', 'warranty', 'insurance', 'covered_service', 'shoot_tomorrow', 'problem'] as const
/** A kind for which one reminder is shown. */
export type PreviewedReminder = (typeof reminderKinds)[number]
const previewKinds = [...reminderKinds, 'digest'] as const
export type PreviewKind = (typeof previewKinds)[number]

const ReminderPreview = z.strictObject({
  kind: z.enum(previewKinds),
  /** True if the account has nothing to remind of, so that the mail is about an invented record. */
  is_example: z.boolean(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
/**
 * Shows the mail of the next due record, else of the last overdue one. A digest has one of each kind that digests hold.
 * It sends and stores nothing.
 */
export const previewReminder = defineControlOperation({
  id: 'previewReminder',
  method: 'GET',
  path: '/reminders/preview',
  objectType: 'reminders',
  summary: 'A mail as it would be sent now',
  query: {
    kind: z.enum(previewKinds),
    /** Limits the preview to reminders that concern this person of kitroom.yaml. */
    person: configId.optional(),
  },
  reply: { status: 200, body: z.strictObject({ data: ReminderPreview }) },
  errors: ['unknown_person', 'api_unavailable'],
})
