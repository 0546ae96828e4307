import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { timestamp } from './text.ts'

// What keeps the worker from its work, as its control plane shows it.

/**
 * Kinds of problem. `sync_waits`: a plan that the schedule made waits for a person. `sync_failed`, `sync_not_started`, `daily_failed`: what was
 * to happen by itself did not. `daily_late`: the daily run has not begun or not ended. `settings_invalid`, `settings_missing`: kitroom.yaml.
 * `channel_failing`: reminders do not get through.
 * `workflow_stuck`: a workflow that this version cannot go on with. `temporal_away`, `temporal_refused`: Temporal. `clock_differs`: the worker's
 * clock is not the API server's.
 */
const problemCodes = [
  'sync_waits',
  'sync_failed',
  'sync_not_started',
  'daily_failed',
  'daily_late',
  'settings_invalid',
  'settings_missing',
  'workflow_stuck',
  'temporal_away',
  'temporal_refused',
  'clock_differs',
  'channel_failing',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export const ProblemInfo = z.strictObject({
  code: z.enum(problemCodes),
  /** One line. */
  title: z.string(),
  /** What happened and what to do, for people; may have several lines. */
  detail: z.string(),
  since: timestamp,
})
export type ProblemInfo = z.output<typeof ProblemInfo>

export const listProblems = defineOperation({
  id: 'listProblems',
  method: 'GET',
  path: '/problems',
  objectType: 'worker',
  summary: 'What keeps the worker from its work now',
  reply: { status: 200, body: z.strictObject({ data: z.array(ProblemInfo) }) },
  errors: [],
})
