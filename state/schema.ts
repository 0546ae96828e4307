import type { Generated, Selectable } from 'kysely'
import type { RunStatus } from '../contract/temporal.ts'
import type { CalendarFeedTable, CalendarReadTable, CalendarShootTable } from './calendarTables.ts'
import type { CoverageTable, CoverageWatchTable } from './coverageTables.ts'
import type { InboxTable, InboxTodoTable } from './inboxTable.ts'
import type { PlannedServiceTable, SeenServiceTable, ServiceHoldTable } from './maintenanceTables.ts'
import type { DailyRunTable, ProblemTable, ScheduleFaultTable } from './problemTables.ts'
import type { ReminderTable } from './reminderTable.ts'

/** What a binding is doing: `bound` items belong to their source; `missing` ones had no row in the last complete run; `marked` ones were marked for it. */
type BindingState = 'bound' | 'missing' | 'marked'

/** What came of a row that was sent to the API. */
export type SentResult = 'created' | 'updated' | 'marked' | 'deleted' | 'stale' | 'failed'

/** What a run does at present. */
export type RunPhase = 'reading' | 'listing' | 'planning' | 'waiting' | 'applying' | 'done'

/** Tables of the worker's own database. Columns of JSON text are named after what they hold; moments are ISO 8601 UTC. */
export interface StateTables {
  /** Facts about the worker itself: which account it serves. */
  fact: { name: string; value: string }
  /** Bytes of sheets, once per content. */
  staged: { sha256: string; bytes: number; used_at: string }
  staged_chunk: { sha256: string; number: number; content: Uint8Array }
  /** What a client sent in, by the id it was told. */
  upload: { upload_id: string; name: string; sha256: string; created_at: string }
  run: RunTable
  plan_row: PlanRowTable
  row_result: RowResultTable
  binding: BindingTable
  /** Who may do what only one may do, until when. */
  lease: { name: string; holder: string; expires_at: string }
  schedule: ScheduleTable
  calendar_shoot: CalendarShootTable
  calendar_read: CalendarReadTable
  calendar_feed: CalendarFeedTable
  inbox: InboxTable
  inbox_todo: InboxTodoTable
  reminder: ReminderTable
  coverage: CoverageTable
  coverage_watch: CoverageWatchTable
  planned_service: PlannedServiceTable
  seen_service: SeenServiceTable
  service_hold: ServiceHoldTable
  problem: ProblemTable
  daily_run: DailyRunTable
  schedule_fault: ScheduleFaultTable
}

interface RunTable {
  run_id: string
  source: string
  status: Generated<RunStatus>
  phase: Generated<RunPhase>
  done: Generated<number>
  total: Generated<number>
  decide: 'wait' | 'policy'
  /** Snapshot of the source's settings and of what else the run must not see change. */
  settings: string
  /** Name of the file as people know it. */
  file: string
  sha256: string | null
  /** The account's currency when the plan was made. */
  currency: string | null
  read: string | null
  counts: Generated<string>
  missing: Generated<string>
  results: Generated<string>
  reason: string | null
  /** Rows that the plan sends to the API. */
  actions: Generated<number>
  /** API failures since the last success while applying. */
  failures_in_a_row: Generated<number>
  started_at: string
  planned_at: string | null
  /** When the API was last listed for this run. */
  listed_at: string | null
  finished_at: string | null
  /** Why nothing that is missing is marked or deleted, JSON. */
  held: string | null
  /** The run that this one takes back. */
  undoes: string | null
  /** The workflow execution of the schedule that started it; null when a client did. */
  scheduled_by: string | null
}

export type RunRow = Selectable<RunTable>

export interface PlanRowTable {
  run_id: string
  /** Place in the plan, from 0. */
  position: number
  /** Number of the row in the sheet. */
  row: number
  /** Place among the rows that are sent, from 0; null for rows that are not. */
  action: number | null
  outcome: string
  key_fold: string | null
  gear_id: string | null
  /** `updated_at` of the item as it was judged. */
  judged_at: string | null
  /** The row as contract/control.ts shows it. */
  body: string
  /** Last synced values, JSON, that the binding has once the row is applied; null when nothing about the binding changes. */
  base: string | null
  asset_tag: string | null
  serial_number: string | null
}

export interface RowResultTable {
  run_id: string
  position: number
  result: SentResult
  gear_id: string | null
  error: string | null
  finished_at: string
}

export interface BindingTable {
  source: string
  key_fold: string
  gear_id: string
  base: string
  asset_tag: string | null
  serial_number: string | null
  last_seen_run: string
  /** Row of the sheet where the key was seen last. */
  last_row: number | null
  state: BindingState
  /** Complete runs in a row that had no row for the item. */
  absences: Generated<number>
}

/** What a source's schedule was like in Temporal when it was seen last. */
export interface ScheduleTable {
  source: string
  /** IANA zone. */
  time_zone: string
  /** 1 while an operator has paused it. */
  paused: number
  /** Why it is paused. */
  note: string | null
}
