import type { RunStatus, ScheduledStart } from '../../contract/temporal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { Api } from '../api.ts'
import type { planSheet } from '../../sheets/parseSheet.ts'

/** What the activities of a sync work with. */
export interface SyncDeps {
  state: Database
  api: Api
  clock: Clock
  log: Logger
  /** Reads a sheet off this thread. */
  planSheet: typeof planSheet
  /** Folder that the paths of `file:` sources are relative to. */
  configDir: string
  /**
   * Looks at the API's epoch: whether the inventory was restored since the worker's notes were made. Everything begun before is then ended.
   */
  noticeRestore: (epoch: string) => Promise<boolean>
}

export interface Reason {
  code: string
  /** A plain sentence for people. */
  detail: string
}

/** Where a run stands in the worker's database: what a workflow goes on from, also one that was started anew. */
export interface Standing {
  status: RunStatus
  /** Rows that the plan sends to the API. */
  actions: number
  /** Items that the plan deletes. */
  deletes: number
  plannedAtMs: number | null
}

export interface Slice {
  runId: string
  /** Actions from this one on, counted from 0 … */
  from: number
  /** … to the one before this. */
  below: number
}

/** How a run ends. `applied`: all rows were tried. */
export interface Ending {
  runId: string
  ending: 'applied' | 'stopped' | 'rejected' | 'superseded' | 'expired' | 'failed'
  reason: Reason | null
}

/** The activities of `inventorySync`. Each can be interrupted anywhere and run again. */
export interface SyncActivities {
  /** Takes in the source's bytes, on the host that has them. */
  stageSource(arg: { runId: string }): Promise<Standing>
  /** Reads the staged sheet, lists the API once, judges each row and stores the plan. */
  planRun(arg: { runId: string }): Promise<Standing>
  /** Moves a waiting run on to applying. */
  startApplying(arg: { runId: string }): Promise<Standing>
  /** Sends a slice of the actions. Answers why the run must stop, or null. */
  applySlice(arg: Slice): Promise<{ stop: Reason | null }>
  /** Brings the bindings up to date and gives the run its final status, which it answers. */
  finishRun(arg: Ending): Promise<{ status: RunStatus }>
}

/** What the activities of a schedule work with. */
export interface ScheduleDeps {
  log: Logger
  /**
   * Starts a run of a source that follows its policy, unless the source has a run that has not ended. Called again for the same execution it
   * answers the same run.
   */
  startScheduled(source: string, executionId: string): Promise<ScheduledStart>
}

/** The activities of `scheduledSync`. */
export interface ScheduleActivities {
  /** Starts the source's sync, or says why not. */
  startScheduled(arg: { source: string }): Promise<ScheduledStart>
}
