import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { timestamp } from '../text.ts'

export const ScheduleInfo = z.strictObject({
  /** Cron expression with five fields, as in kitroom.yaml. */
  cron: z.string(),
  /** The studio's IANA zone; null until the schedule exists. */
  time_zone: z.string().nullable(),
  /** Time of the next sync; null while the schedule is paused or does not exist, or when Temporal does not answer. */
  next_at: timestamp.nullable(),
  paused: z.boolean(),
  note: z.string().nullable(),
})
export type ScheduleInfo = z.output<typeof ScheduleInfo>

const sourceParam = { source: z.string() }
const scheduleReply = { status: 200, body: z.strictObject({ data: ScheduleInfo }) } as const

/** Pauses the schedule. Until it is resumed, the source is synced only on request. */
export const pauseSchedule = defineControlOperation({
  id: 'pauseSchedule',
  method: 'POST',
  path: '/sources/{source}/schedule/pause',
  objectType: 'sync',
  summary: 'Pause the schedule of a source',
  params: sourceParam,
  body: z.strictObject({ note: z.string().trim().min(1).max(200).optional() }),
  reply: scheduleReply,
  errors: ['unknown_source', 'no_schedule', ...temporalErrors],
})

export const resumeSchedule = defineControlOperation({
  id: 'resumeSchedule',
  method: 'POST',
  path: '/sources/{source}/schedule/resume',
  objectType: 'sync',
  summary: 'Resume the schedule of a source',
  params: sourceParam,
  body: z.strictObject({}),
  reply: scheduleReply,
  errors: ['unknown_source', 'no_schedule', ...temporalErrors],
})
