import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { timestamp } from './text.ts'

// Schedules of sources, as the worker's control plane shows and changes them.

/** When a source is synced by itself. */
export const ScheduleInfo = z.strictObject({
  /** Five fields, as kitroom.yaml has them. */
  cron: z.string(),
  /** IANA zone of the studio; null until the schedule has been set up. */
  time_zone: z.string().nullable(),
  /** The next sync; null while it is paused, not set up yet, or Temporal does not answer. */
  next_at: timestamp.nullable(),
  paused: z.boolean(),
  /** Why it is paused. */
  note: z.string().nullable(),
})
export type ScheduleInfo = z.output<typeof ScheduleInfo>

const sourceParam = { source: z.string() }
const scheduleReply = { status: 200, body: z.strictObject({ data: ScheduleInfo }) } as const

/** Until it is resumed the source is synced only when somebody starts a run. */
export const pauseSchedule = defineOperation({
  id: 'pauseSchedule',
  method: 'POST',
  path: '/sources/{source}/schedule/pause',
  objectType: 'sync',
  summary: 'Pause the schedule of a source',
  params: sourceParam,
  body: z.strictObject({ note: z.string().trim().min(1).max(200).optional() }),
  reply: scheduleReply,
  errors: [],
})

export const resumeSchedule = defineOperation({
  id: 'resumeSchedule',
  method: 'POST',
  path: '/sources/{source}/schedule/resume',
  objectType: 'sync',
  summary: 'Resume the schedule of a source',
  params: sourceParam,
  body: z.strictObject({}),
  reply: scheduleReply,
  errors: [],
})
