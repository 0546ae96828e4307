import { z } from 'zod'
import { RunReason } from './advice.ts'
import { BulkEdit } from './bulkEdit.ts'
import { ReadSection, SheetMapping } from './explain.ts'
import { PlanQuestion, RowQuestion } from './questions.ts'
import { RowError } from './rowError.ts'
import { rowValues } from './rowValues.ts'
import { sentences } from '../sentences/sentence.ts'
import { temporalErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { pageQuery, pagination } from '../page.ts'
import { ScheduleInfo } from './schedules.ts'
import { runStatuses } from '../temporal.ts'
import { timestamp, uuid } from '../text.ts'

/** Base path of the worker's control plane. This machine has a token in the data folder; others need an owner key. */
export const CONTROL_BASE = '/control/v1'

const outcomes = [
  'create',
  'update',
  'unchanged',
  'conflict',
  'question',
  'refused',
  'skipped',
  'mark',
  'delete',
  'deleted_in_api',
] as const
export type Outcome = (typeof outcomes)[number]

/** A fault or warning about one cell. `message` says what to do; `raw` is the cell's text in the sheet. */
export const CellNote = z.strictObject({
  cell: z.string(),
  code: z.string(),
  raw: z.string(),
  message: z.string().optional(),
  sentences,
  rows: z.array(z.int()).optional(),
})
export type CellNote = z.output<typeof CellNote>

export const PlanRow = z.strictObject({
  /** Row number in the sheet; 0 for an item without a row. */
  row: z.int(),
  line: z.int().optional(),
  table: z.int().optional(),
  /** Previous row number of the item. */
  row_before: z.int().optional(),
  key: z.string().optional(),
  gear_id: uuid.optional(),
  outcome: z.enum(outcomes),
  reason: z.string().optional(),
  ...rowValues,
  errors: z.array(CellNote).optional(),
  warnings: z.array(CellNote).optional(),
  /** Questions about a row with the outcome `question`. */
  questions: z.array(RowQuestion).optional(),
  notes: z.array(z.string()).optional(),
  kept: z.array(z.string()).optional(),
})
export type PlanRow = z.output<typeof PlanRow>

export const PlanSummary = z.looseObject({
  plan_id: uuid,
  source: z.string(),
  status: z.enum(runStatuses),
  file: z.string(),
  sha256: z.string(),
  settings: z.record(z.string(), z.unknown()),
  read: ReadSection.optional(),
  mapping: SheetMapping.optional(),
  counts: z.record(z.string(), z.int()),
  missing: z.array(z.looseObject({ key: z.string() })),
  /** False if an item without a row may be in the source's sheet: this one was uploaded, or not read to its end. */
  is_whole: z.boolean().optional(),
  /** Questions whose rows create nothing until kitroom.yaml answers them. Absent if none. */
  questions: z.array(PlanQuestion).optional(),
  /**
   * Number of `unchanged` rows that are counted but not stored any more. An ended run stores them until the source's
   * next plan has ended. Absent if none.
   */
  unchanged_dropped: z.int().optional(),
})
export type PlanSummary = z.output<typeof PlanSummary>

export const ReportRow = PlanRow.extend({
  result: z.enum([
    'created',
    'updated',
    'marked',
    'deleted',
    'unchanged',
    'conflict',
    'question',
    'refused',
    'skipped',
    'stale',
    'failed',
    'not_reached',
  ]),
  error: RowError.optional(),
})
export type ReportRow = z.output<typeof ReportRow>

/** Result of writing into the sheet, with `write_back: true`. A worker of another version may add members. */
export const WriteBack = z.looseObject({
  status: z.enum(['pending', 'written', 'failed']),
  /** Number of rows that have their message in the sheet. */
  rows: z.int(),
  /** Reports of what was left out, or why nothing was written. */
  notes: z.array(z.strictObject({ code: z.string(), detail: z.string(), sentences })),
})
export type WriteBack = z.output<typeof WriteBack>

/** A run of a source; its plan has the same id. */
export const Run = z.strictObject({
  run_id: uuid,
  source: z.string(),
  status: z.enum(runStatuses),
  /** Rows of the current phase: done and total. */
  progress: z.strictObject({
    phase: z.enum(['reading', 'listing', 'planning', 'waiting', 'applying', 'done']),
    done: z.int(),
    total: z.int(),
  }),
  counts: z.record(z.string(), z.int()),
  results: z.record(z.string(), z.int()),
  /** Reason why a person must decide despite automatic approval, or why the run failed or stopped. */
  reason: RunReason.nullable(),
  started_at: timestamp,
  planned_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  /** Id of the person in kitroom.yaml who approved or rejected the plan by a link. */
  decided_by: z.string().optional(),
  /** Id of the run that this run undoes. */
  undoes: uuid.optional(),
  edit: BulkEdit.optional(),
  /** Absent if the run writes nothing into the sheet. */
  write_back: WriteBack.optional(),
})
export type Run = z.output<typeof Run>

export const SourceInfo = z.strictObject({
  source: z.string(),
  kind: z.enum(['file', 'url', 'google_sheet', 'dropped']),
  location: z.string(),
  key: z.string(),
  approve: z.enum(['manual', 'auto']),
  bound_items: z.int(),
  /** null if runs start only on request. */
  schedule: ScheduleInfo.nullable(),
  last_run: Run.nullable(),
})
export type SourceInfo = z.output<typeof SourceInfo>

const runReply = { status: 200, body: z.strictObject({ data: Run }) } as const
const runParams = { id: uuid }

export const listSources = defineControlOperation({
  id: 'listSources',
  method: 'GET',
  path: '/sources',
  objectType: 'sync',
  summary: 'Sources of kitroom.yaml with their last run',
  reply: { status: 200, body: z.strictObject({ data: z.array(SourceInfo) }) },
  errors: [],
})

/** Starts planning. `decide: wait` waits for a person; `decide: policy` follows the source's `approve` setting. */
export const startRun = defineControlOperation({
  id: 'startRun',
  method: 'POST',
  path: '/runs',
  objectType: 'sync',
  summary: 'Start a run of a source',
  body: z.strictObject({ source: z.string(), decide: z.enum(['wait', 'policy']), upload_id: z.string().optional() }),
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: ['unknown_source', 'sync_running', 'api_unavailable', ...temporalErrors],
})

export const listRuns = defineControlOperation({
  id: 'listRuns',
  method: 'GET',
  path: '/runs',
  objectType: 'sync',
  summary: 'Runs, newest first',
  query: { ...pageQuery, source: z.string().optional() },
  reply: { status: 200, body: z.strictObject({ data: z.array(Run), pagination: z.strictObject(pagination) }) },
  errors: [],
})

export const getRun = defineControlOperation({
  id: 'getRun',
  method: 'GET',
  path: '/runs/{id}',
  objectType: 'sync',
  summary: 'One run',
  params: runParams,
  reply: runReply,
  errors: ['unknown_run'],
})

/** Streams NDJSON: the `Run` after each change, one per line, until the run waits for a decision or ends. */
export const watchRun = defineControlOperation({
  id: 'watchRun',
  method: 'GET',
  path: '/runs/{id}/progress',
  objectType: 'sync',
  summary: 'Follow a run',
  params: runParams,
  reply: { status: 200, body: Run },
  errors: ['unknown_run'],
})

/** Streams NDJSON: a `PlanSummary`, then a `PlanRow` per line. */
export const readPlan = defineControlOperation({
  id: 'readPlan',
  method: 'GET',
  path: '/runs/{id}/plan',
  objectType: 'sync',
  summary: 'Read a plan',
  params: runParams,
  reply: { status: 200, body: PlanRow },
  errors: ['unknown_run'],
})

/** Streams NDJSON: a `PlanSummary`, then a `ReportRow` per line. */
export const readReport = defineControlOperation({
  id: 'readReport',
  method: 'GET',
  path: '/runs/{id}/report',
  objectType: 'sync',
  summary: 'Read a report',
  params: runParams,
  reply: { status: 200, body: ReportRow },
  errors: ['unknown_run'],
})

/** `deletes` confirms the number of items that the plan deletes. */
export const approveRun = defineControlOperation({
  id: 'approveRun',
  method: 'POST',
  path: '/runs/{id}/approve',
  objectType: 'sync',
  summary: 'Apply a waiting plan',
  params: runParams,
  body: z.strictObject({ deletes: z.int().min(0).optional() }),
  reply: runReply,
  errors: ['unknown_run', 'not_waiting', 'deletes_not_confirmed', ...temporalErrors],
})

export const rejectRun = defineControlOperation({
  id: 'rejectRun',
  method: 'POST',
  path: '/runs/{id}/reject',
  objectType: 'sync',
  summary: 'Reject a waiting plan',
  params: runParams,
  body: z.strictObject({}),
  reply: runReply,
  errors: ['unknown_run', 'not_waiting', ...temporalErrors],
})

/**
 * Ends the unfinished run of a source in any state and returns it. Written changes stay. A workflow that does not end
 * within seconds is terminated. With `run_id` it ends only that run; an ended one is returned unchanged.
 */
export const abortRun = defineControlOperation({
  id: 'abortRun',
  method: 'POST',
  path: '/sources/{source}/abort',
  objectType: 'sync',
  summary: 'End the run of a source',
  params: { source: z.string() },
  body: z.strictObject({ run_id: z.string().optional() }),
  reply: { status: 200, body: z.strictObject({ data: Run.nullable() }) },
  errors: ['no_run', 'unknown_run', ...temporalErrors],
})

/** Starts a run that undoes another one: it restores values that nobody has edited since. Its plan waits for a decision. */
export const undoRun = defineControlOperation({
  id: 'undoRun',
  method: 'POST',
  path: '/runs/{id}/undo',
  objectType: 'sync',
  summary: 'Undo a run',
  params: runParams,
  body: z.strictObject({}),
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: ['unknown_run', 'run_not_ended', 'sync_running', 'api_unavailable', ...temporalErrors],
})

export const ControlAccess = z.strictObject({ url: z.string(), token: z.string() })
export type ControlAccess = z.output<typeof ControlAccess>
