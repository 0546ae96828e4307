import type { Generated, Selectable } from 'kysely'
import type { RunStatus } from '../../contract/temporal.ts'
import type { CalendarFaultTable, CalendarFeedTable, CalendarReadTable, CalendarShootTable } from './calendarTables.ts'
import type { CoverageTable, CoverageWatchTable } from './coverageTables.ts'
import type { GoogleCalendarTable, GoogleEventTable, GooglePushTable } from './googleCalendarTables.ts'
import type { InboxTable, InboxTodoTable } from './inboxTable.ts'
import type {
  MaintenanceCheckTable,
  MaintenancePlanningTable,
  MeterBaselineTable,
  MeterTable,
  PlannedServiceTable,
  SeenServiceTable,
  ServiceHoldTable,
} from './maintenanceTables.ts'
import type { DailyRunTable, ProblemTable, ScheduleFaultTable, ScheduleWatchTable } from './problemTables.ts'
import type { ChannelPauseTable, ReminderAnswerTable, ReminderTable, UnsubscriptionTable } from './reminderTable.ts'
import type { SettingsAdoptionTable, SettingsHostTable, SettingsTable } from './settingsTables.ts'

/** Schema of these tables on PostgreSQL, which keeps them apart from the API's tables in `public`. */
export const STATE_SCHEMA = 'kitroom_worker'

/** `bound`: normal; `missing`: no row in the last complete run; `marked`: missing and marked in the inventory. */
type BindingState = 'bound' | 'missing' | 'marked'

export type SentResult = 'created' | 'updated' | 'marked' | 'deleted' | 'stale' | 'failed'

export type RunPhase = 'reading' | 'listing' | 'planning' | 'waiting' | 'applying' | 'done'

/** Tables of the worker's database. JSON columns are named after their content; times are ISO 8601 UTC. */
export interface StateTables {
  /** Key-value data, such as the worker's account. */
  fact: { name: string; value: string }
  /** Bytes of sheets, deduplicated by content. */
  staged: { sha256: string; bytes: number; used_at: string }
  staged_chunk: { sha256: string; number: number; content: Uint8Array }
  /** Uploads, by id. */
  upload: { upload_id: string; name: string; sha256: string; created_at: string }
  download: DownloadTable
  /** Requests to Google in the last minute. `at` is the time of the reservation or, later, of the request. */
  google_read: { read_id: string; credential: string; at: string; kind: Generated<'read' | 'write' | 'calendar'> }
  google_sign_in: GoogleSignInTable
  google_calendar: GoogleCalendarTable
  google_push: GooglePushTable
  google_event: GoogleEventTable
  run: RunTable
  /** `attempt` is the attempt of planning that wrote the row. */
  plan_row: PlanRowTable & { attempt: Generated<number> }
  row_result: RowResultTable
  /** Chosen items of bulk edits. */
  edit_item: EditItemTable
  binding: BindingTable
  /** Exclusive access, with expiry. */
  lease: { name: string; holder: string; expires_at: string }
  schedule: ScheduleTable
  calendar_shoot: CalendarShootTable
  calendar_fault: CalendarFaultTable
  calendar_read: CalendarReadTable
  calendar_feed: CalendarFeedTable
  inbox: InboxTable
  inbox_todo: InboxTodoTable
  reminder: ReminderTable
  reminder_answer: ReminderAnswerTable
  unsubscription: UnsubscriptionTable
  channel_pause: ChannelPauseTable
  coverage: CoverageTable
  coverage_watch: CoverageWatchTable
  planned_service: PlannedServiceTable
  seen_service: SeenServiceTable
  service_hold: ServiceHoldTable
  meter: MeterTable
  meter_baseline: MeterBaselineTable
  maintenance_planning: MaintenancePlanningTable
  maintenance_check: MaintenanceCheckTable
  problem: ProblemTable
  daily_run: DailyRunTable
  schedule_fault: ScheduleFaultTable
  schedule_watch: ScheduleWatchTable
  console_request: { signing_key_id: string; sequence: number; accepted_at: string }
  settings: SettingsTable
  settings_adoption: SettingsAdoptionTable
  settings_host: SettingsHostTable
  /** Running workers; `build_id` is empty for one without a version. */
  worker_version: { worker_id: string; build_id: string; started_at: string; seen_at: string }
}

/** The last download of a source from a web address. Addresses are hashed, because they may be secret. */
export interface DownloadTable {
  source: string
  /** SHA-256 of the location in kitroom.yaml. */
  location_sha256: string
  /** SHA-256 of the URL that gave `etag` or `last_modified`. */
  url_sha256: string
  etag: string | null
  last_modified: string | null
  name: string
  /** The sheet, in `staged`. */
  sha256: string
}

/** A person's sign-in to Google, one per purpose. */
export interface GoogleSignInTable {
  purpose: string
  email: string | null
  client_id: string
  /** Client secret and refresh token, sealed with the encryption key. */
  sealed: string
  /** JSON lists. */
  scopes: string
  picked_file_ids: string
  signed_in_at: string
}

interface RunTable {
  run_id: string
  source: string
  status: Generated<RunStatus>
  phase: Generated<RunPhase>
  done: Generated<number>
  total: Generated<number>
  decide: 'wait' | 'policy'
  /** Snapshot of the settings that must not change during the run. */
  settings: string
  /** File name for people. */
  file: string
  sha256: string | null
  currency: string | null
  read: string | null
  counts: Generated<string>
  missing: Generated<string>
  results: Generated<string>
  reason: string | null
  actions: Generated<number>
  /** Consecutive API failures while applying. */
  failures_in_a_row: Generated<number>
  started_at: string
  planned_at: string | null
  /** Time when the inventory was listed for this run. */
  listed_at: string | null
  finished_at: string | null
  /** Reason why missing items are neither marked nor deleted, JSON. */
  held: string | null
  /** Run that this one undoes. */
  undoes: string | null
  /** Workflow execution of the schedule that started it; null if a client did. */
  scheduled_by: string | null
  /** Result of writing into the sheet, JSON; null if the run writes nothing there. */
  write_back: string | null
  /** Newest attempt of planning. The plan is that attempt's rows. */
  plan_attempt: Generated<number>
  /** Number of the plan's unchanged rows that are not stored any more. */
  dropped_rows: Generated<number>
  /** Person of kitroom.yaml who decided by a link; null: the control plane decided, or nobody yet. */
  decided_by: string | null
  /** 1 once all unchanged rows of the ended run were dropped. */
  trimmed: Generated<number>
  /** Bulk edit of the run, JSON in the form of contract/control/bulkEdit.ts; null for the sync of a sheet. */
  edit: string | null
}

export interface EditItemTable {
  run_id: string
  /** Position in the choice, from 0. */
  position: number
  gear_id: string
  /** `updated_at` of the item that the person saw; null for any. */
  seen_at: string | null
  /** 1 if the filter of the edit leaves the item out. */
  is_excluded: number
}

export type RunRow = Selectable<RunTable>

export interface PlanRowTable {
  run_id: string
  /** Position in the plan, from 0. */
  position: number
  row: number
  /** Position among sent rows, from 0; null for others. */
  action: number | null
  outcome: string
  key_fold: string | null
  gear_id: string | null
  /** `updated_at` of the item at planning time. */
  judged_at: string | null
  /** The row in the form of contract/control/control.ts. */
  body: string
  /** Values that the binding gets when the row is applied, JSON; null without a change. */
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
  /** Sheet row in which the key was last seen. */
  last_row: number | null
  state: BindingState
  /** Consecutive complete runs without a row for the item. */
  absences: Generated<number>
}

/** Last known state of a source's schedule in Temporal. */
export interface ScheduleTable {
  source: string
  time_zone: string
  paused: number
  note: string | null
}
