import { z } from 'zod'
import { defineControlOperation } from '../operation.ts'
import { timestamp } from '../text.ts'

/**
 * `sync_waits`: a scheduled plan waits for a person. `daily_late`: the daily run has not started or not ended.
 * `sync_stalled`: no run of a source with a schedule has ended for several of its starts.
 * `sync_asks`: a sync is done, but rows wait for answers in kitroom.yaml.
 * `write_back_failed`: a sync is done, but its results could not be written into the sheet.
 * `calendar_unreadable`: the worker's key may not read what a calendar shows. Other `calendar_*`: a calendar at Google,
 * or some of its events, cannot be written, or people changed them. `settings_conflict`: files of kitroom.yaml were
 * changed differently on several hosts, and none is adopted, or one would end sources, calendars or channels, and
 * replaces no settings. `access_lost`: the API refuses the worker's key. `endpoint_disabled`: the API server disabled a
 * webhook endpoint after failures. `workflow_stuck`: this version cannot continue a workflow. `clock_differs`: the
 * clocks of worker and API server differ.
 */
export const problemCodes = [
  'sync_waits',
  'sync_failed',
  'sync_not_started',
  'sync_stalled',
  'sync_asks',
  'write_back_failed',
  'daily_failed',
  'daily_late',
  'settings_invalid',
  'settings_missing',
  'settings_conflict',
  'workflow_stuck',
  'temporal_away',
  'temporal_refused',
  'clock_differs',
  'access_lost',
  'channel_failing',
  'endpoint_disabled',
  'calendar_unreadable',
  'calendar_stopped',
  'calendar_events_refused',
  'calendar_events_edited',
  'calendar_events_repeated',
] as const
export type ProblemCode = (typeof problemCodes)[number]

const Translation = z.strictObject({
  title: z.string(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
})
/** Title of a problem in another language, and what to know about it. */
export type ProblemTranslation = z.output<typeof Translation>

export const ProblemInfo = z.strictObject({
  code: z.enum(problemCodes),
  title: z.string(),
  /** Explanation and remedy for people; may have several lines. */
  detail: z.string(),
  since: timestamp,
  /**
   * The same in the other languages of messages, by ISO 639-1. Times are in the studio's zone. Absent if an earlier
   * version found the problem.
   */
  translations: z.record(z.string(), Translation).optional(),
})
export type ProblemInfo = z.output<typeof ProblemInfo>

export const listProblems = defineControlOperation({
  id: 'listProblems',
  method: 'GET',
  path: '/problems',
  objectType: 'worker',
  summary: 'List the open problems of the worker',
  reply: { status: 200, body: z.strictObject({ data: z.array(ProblemInfo) }) },
  errors: [],
})
