import { z } from 'zod'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { toSchemaMessage } from '../schemaFaults.ts'
import { timestamp } from '../text.ts'

/** `daily`: the daily run. `coverage`: warranties and insurances. `sync:<source>`: a source with a schedule. */
const AutomationId = z
  .string()
  .regex(/^(?:daily|coverage|sync:[a-z0-9][a-z0-9_-]{0,63})$/, { message: toSchemaMessage('no_automation_id', {}) })

export const Automation = z.strictObject({
  id: AutomationId,
  title: z.string(),
  /** `running`, or the outcome of the last run; null before the first. */
  last_outcome: z.enum(['running', 'completed', 'failed']).nullable(),
  last_began_at: timestamp.nullable(),
  last_ended_at: timestamp.nullable(),
  /** Counts of the last run by name; for the daily run by step. */
  counts: z.record(z.string(), z.union([z.int(), z.record(z.string(), z.int())])),
  /** Reason why the last run failed, or why it waits. */
  detail: z.string().nullable(),
  /** Time of the next run. Null while paused, when nothing is planned, or when Temporal does not answer. */
  next_at: timestamp.nullable(),
  /** Null for an automation that cannot be paused. */
  paused: z.boolean().nullable(),
  note: z.string().nullable(),
})
export type Automation = z.output<typeof Automation>

export const listAutomations = defineControlOperation({
  id: 'listAutomations',
  method: 'GET',
  path: '/automations',
  objectType: 'worker',
  summary: 'List what the worker does by itself: last run, next run, and what it did',
  reply: { status: 200, body: z.strictObject({ data: z.array(Automation) }) },
  errors: [],
})

const id = { id: AutomationId }
const reply = { status: 200, body: z.strictObject({ data: Automation }) } as const
const errors = ['unknown_automation', 'unknown_source', 'no_schedule', ...temporalErrors] as const

/** Starts a run now, as its schedule would, and does not wait for it. If one is running, it starts no other. */
export const runAutomation = defineControlOperation({
  id: 'runAutomation',
  method: 'POST',
  path: '/automations/run',
  objectType: 'worker',
  summary: 'Run an automation now',
  body: z.strictObject(id),
  reply,
  errors: [...errors],
})

/** Pauses an automation: until it is resumed, no run starts. A run in progress continues. */
export const pauseAutomation = defineControlOperation({
  id: 'pauseAutomation',
  method: 'POST',
  path: '/automations/pause',
  objectType: 'worker',
  summary: 'Pause an automation',
  body: z.strictObject({ ...id, note: z.string().trim().min(1).max(200).optional() }),
  reply,
  errors: [...errors],
})

export const resumeAutomation = defineControlOperation({
  id: 'resumeAutomation',
  method: 'POST',
  path: '/automations/resume',
  objectType: 'worker',
  summary: 'Resume an automation',
  body: z.strictObject(id),
  reply,
  errors: [...errors],
})
