import { z } from 'zod'
import { ReadSection, SheetMapping } from './explain.ts'
import { defineOperation } from './operation.ts'
import { pageQuery, pagination } from './page.ts'
import { ScheduleInfo } from './schedules.ts'
import { runStatuses } from './temporal.ts'
import { timestamp, uuid } from './text.ts'

/** Path prefix of the worker's control plane: loopback only, guarded by the token in the data folder. */
export const CONTROL_BASE = '/control/v1'

/** How a sheet's row was judged. */
const outcomes = ['create', 'update', 'unchanged', 'conflict', 'refused', 'skipped', 'mark', 'delete', 'deleted_in_api'] as const
export type Outcome = (typeof outcomes)[number]

const scalar = z.unknown()

/** A fault or a warning of one cell. `message` is a plain sentence with what helps; `raw` is the cell as written. */
export const CellNote = z.strictObject({
  cell: z.string(),
  code: z.string(),
  raw: z.string(),
  message: z.string().optional(),
  rows: z.array(z.int()).optional(),
})
export type CellNote = z.output<typeof CellNote>

/** One row of a plan. Which members are there depends on `outcome`. */
export const PlanRow = z.strictObject({
  /** Number beside the row in the sheet; 0 for an item that has no row there any more. */
  row: z.int(),
  line: z.int().optional(),
  /** Number of its table, where that is not the first list of gear. */
  table: z.int().optional(),
  /** Where the item's row was last seen. */
  row_before: z.int().optional(),
  key: z.string().optional(),
  gear_id: uuid.optional(),
  outcome: z.enum(outcomes),
  reason: z.string().optional(),
  fields: z.record(z.string(), scalar).optional(),
  changed: z.record(z.string(), z.strictObject({ from: scalar, to: scalar })).optional(),
  conflicts: z.record(z.string(), z.strictObject({ base: scalar, sheet: scalar, api: scalar })).optional(),
  errors: z.array(CellNote).optional(),
  warnings: z.array(CellNote).optional(),
  notes: z.array(z.string()).optional(),
  kept: z.array(z.string()).optional(),
})
export type PlanRow = z.output<typeof PlanRow>

/** A plan without its rows. */
export const PlanHead = z.looseObject({
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
})
export type PlanHead = z.output<typeof PlanHead>

/** A row after applying: what was planned, what came of it. */
export const ReportRow = PlanRow.extend({
  result: z.enum(['created', 'updated', 'marked', 'deleted', 'unchanged', 'conflict', 'refused', 'skipped', 'stale', 'failed', 'not_reached']),
  error: z.strictObject({ code: z.string(), detail: z.string(), request_id: z.string().optional() }).optional(),
})
export type ReportRow = z.output<typeof ReportRow>

/** A run of a source. Its plan has the same id. */
export const Run = z.strictObject({
  run_id: uuid,
  source: z.string(),
  status: z.enum(runStatuses),
  /** Rows done and rows in all of the present phase (planning or applying). */
  progress: z.strictObject({ phase: z.enum(['reading', 'listing', 'planning', 'waiting', 'applying', 'done']), done: z.int(), total: z.int() }),
  /** Rows by planned outcome. */
  counts: z.record(z.string(), z.int()),
  /** Rows by what came of them. */
  results: z.record(z.string(), z.int()),
  /** Why a person must decide although the policy is auto, or why the run failed or stopped. */
  reason: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
  started_at: timestamp,
  planned_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  /** The run that this one takes back. */
  undoes: uuid.optional(),
})
export type Run = z.output<typeof Run>

export const SourceInfo = z.strictObject({
  source: z.string(),
  kind: z.enum(['file', 'url', 'google_sheet']),
  location: z.string(),
  key: z.string(),
  approve: z.enum(['manual', 'auto']),
  bound_items: z.int(),
  /** null: somebody starts each sync. */
  schedule: ScheduleInfo.nullable(),
  last_run: Run.nullable(),
})
export type SourceInfo = z.output<typeof SourceInfo>

const run = { status: 200, body: z.strictObject({ data: Run }) } as const
const runParam = { id: uuid }

export const listSources = defineOperation({
  id: 'listSources',
  method: 'GET',
  path: '/sources',
  objectType: 'sync',
  summary: 'Sources of kitroom.yaml with their last run',
  reply: { status: 200, body: z.strictObject({ data: z.array(SourceInfo) }) },
  errors: [],
})

/** Body: raw bytes of a sheet, at most 64 MiB; `name` keeps the file's ending. */
export const uploadSheet = defineOperation({
  id: 'uploadSheet',
  method: 'POST',
  path: '/uploads',
  objectType: 'sync',
  summary: 'Stage the bytes of a sheet for a run',
  query: { name: z.string().min(1).max(255) },
  reply: { status: 201, body: z.strictObject({ data: z.strictObject({ upload_id: z.string(), bytes: z.int(), sha256: z.string() }) }) },
  errors: [],
})

/** Starts planning. `decide: wait` leaves the plan waiting for a person; `decide: policy` follows the source's `approve` setting. */
export const startRun = defineOperation({
  id: 'startRun',
  method: 'POST',
  path: '/runs',
  objectType: 'sync',
  summary: 'Start a run of a source',
  body: z.strictObject({ source: z.string(), decide: z.enum(['wait', 'policy']), upload_id: z.string().optional() }),
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: [],
})

export const listRuns = defineOperation({
  id: 'listRuns',
  method: 'GET',
  path: '/runs',
  objectType: 'sync',
  summary: 'Runs, newest first',
  query: { ...pageQuery, source: z.string().optional() },
  reply: { status: 200, body: z.strictObject({ data: z.array(Run), pagination: z.strictObject(pagination) }) },
  errors: [],
})

export const getRun = defineOperation({
  id: 'getRun',
  method: 'GET',
  path: '/runs/{id}',
  objectType: 'sync',
  summary: 'One run',
  params: runParam,
  reply: run,
  errors: [],
})

/** NDJSON: a `Run` per line whenever it changes, until it waits or has ended. */
export const watchRun = defineOperation({
  id: 'watchRun',
  method: 'GET',
  path: '/runs/{id}/progress',
  objectType: 'sync',
  summary: 'Follow a run',
  params: runParam,
  reply: { status: 200, body: Run },
  errors: [],
})

/** NDJSON: a `PlanHead`, then a `PlanRow` per line. */
export const readPlan = defineOperation({
  id: 'readPlan',
  method: 'GET',
  path: '/runs/{id}/plan',
  objectType: 'sync',
  summary: 'Read a plan',
  params: runParam,
  reply: { status: 200, body: PlanRow },
  errors: [],
})

/** NDJSON: a `PlanHead`, then a `ReportRow` per line. */
export const readReport = defineOperation({
  id: 'readReport',
  method: 'GET',
  path: '/runs/{id}/report',
  objectType: 'sync',
  summary: 'Read a report',
  params: runParam,
  reply: { status: 200, body: ReportRow },
  errors: [],
})

/** Kinds of file that a table is written as. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

const fileQuery = { format: z.enum(tableFormats) }
/** A file's bytes, not JSON. */
const fileReply = { status: 200, body: z.unknown() } as const

/** A file: a line per row of the sheet, its own columns first, then what became of the row. */
export const exportReport = defineOperation({
  id: 'exportReport',
  method: 'GET',
  path: '/runs/{id}/report-file',
  objectType: 'sync',
  summary: 'A report as a sheet',
  params: runParam,
  query: fileQuery,
  reply: fileReply,
  errors: [],
})

/** A file with every gear item, under headers that the sync recognises: read in again it changes nothing. */
export const exportGear = defineOperation({
  id: 'exportGear',
  method: 'GET',
  path: '/gear-file',
  objectType: 'sync',
  summary: 'The inventory as a sheet',
  query: fileQuery,
  reply: fileReply,
  errors: [],
})

/** `deletes` must name how many items a plan with deletions deletes. */
export const approveRun = defineOperation({
  id: 'approveRun',
  method: 'POST',
  path: '/runs/{id}/approve',
  objectType: 'sync',
  summary: 'Apply a waiting plan',
  params: runParam,
  body: z.strictObject({ deletes: z.int().min(0).optional() }),
  reply: run,
  errors: [],
})

export const rejectRun = defineOperation({
  id: 'rejectRun',
  method: 'POST',
  path: '/runs/{id}/reject',
  objectType: 'sync',
  summary: 'Reject a waiting plan',
  params: runParam,
  body: z.strictObject({}),
  reply: run,
  errors: [],
})

/**
 * Ends the run of a source that has not ended, whatever it waits for, and answers it. What it has written stays. A workflow that does not end by
 * itself within seconds is terminated.
 */
export const abortRun = defineOperation({
  id: 'abortRun',
  method: 'POST',
  path: '/sources/{source}/abort',
  objectType: 'sync',
  summary: 'End the run of a source',
  params: { source: z.string() },
  body: z.strictObject({}),
  reply: { status: 200, body: z.strictObject({ data: Run.nullable() }) },
  errors: [],
})

/** Starts a run that takes another back: what nobody edited since goes back to what it was. Its plan waits for a decision. */
export const undoRun = defineOperation({
  id: 'undoRun',
  method: 'POST',
  path: '/runs/{id}/undo',
  objectType: 'sync',
  summary: 'Take a run back',
  params: runParam,
  body: z.strictObject({}),
  reply: { status: 202, body: z.strictObject({ data: Run }) },
  errors: [],
})

/** What `worker.json` and the CLI need to reach the control plane: written to the data folder, mode 0600. */
export const ControlAccess = z.strictObject({ url: z.string(), token: z.string() })
export type ControlAccess = z.output<typeof ControlAccess>
