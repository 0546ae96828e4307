import type { Generated } from 'kysely'
import type { GearStatus, MeterField } from '../../contract/api/gearFields.ts'

/** A due record created or found for a plan. The row outlives the record, so that it is created only once. */
export interface PlannedServiceTable {
  gear_id: string
  /** Id of the plan in kitroom.yaml. */
  plan: string
  /**
   * YYYY-MM-DD, computed from the plan; a person may have moved the record since. For work due by use: the reading, and
   * the baseline.
   */
  due_on: string
  maintenance_id: string
  made_at: string
}

/** A service in progress that its item's status already reflects. */
export interface SeenServiceTable {
  gear_id: string
  maintenance_id: string
}

/**
 * State of an item's status change. `setting` and `returning` are stored before the API call, so that a crash can be
 * resolved. `held`: the worker set maintenance.
 */
type HoldStep = 'setting' | 'held' | 'returning'

export interface ServiceHoldTable {
  gear_id: string
  status_before: GearStatus
  doing: HoldStep
  /** `updated_at` of the item: while a write is pending, the value before it; otherwise the value after it. */
  version: string
  since: string
}

/** Meter of an item, as the worker last saw it. */
export interface MeterTable {
  gear_id: string
  field: MeterField
  /** Last reading, without an unconfirmed jump. */
  reading: number
  /** Time of the reading, ISO 8601 UTC. */
  read_at: string
  /** Last readings of up to ten days, oldest first, JSON of `[day, reading]`. */
  recent: string
  /** Reading of a jump that no later reading has confirmed. */
  pending: number | null
  pending_at: string | null
}

/** Reading from which a plan counts the use of an item. */
export interface MeterBaselineTable {
  gear_id: string
  /** Id of the plan in kitroom.yaml. */
  plan: string
  field: MeterField
  reading: number
  /** ISO 8601 UTC. */
  since: string
  /** Time of the last completed service that was counted, ISO 8601 UTC. */
  completed_at: string | null
}

/**
 * Lists that the last run of the plans has read; one row. All but the first fields are null before the first run has
 * ended, and after a restore.
 */
export interface MaintenancePlanningTable {
  id: number
  /** Number of the newest run. Only this run stores checks. */
  run: Generated<number>
  /** Number of the last mark of an event. */
  marks: Generated<number>
  /** 1 while events mark items; 0 without plans. */
  is_marking: Generated<number>
  /** Hash of plans, time zone and epoch. */
  settings: string | null
  day: string | null
  /** Day of the last run that read all items. */
  all_read_on: string | null
  /** Start of the last ended run, ISO 8601 UTC, and the last mark at that time. */
  read_at: string | null
  read_marks: number | null
  /** Id of the newest item at that time, and the number of items. */
  newest_id: string | null
  total: number | null
  /** ETags of the API's lists at that time. */
  gear_tag: string | null
  maintenance_tag: string | null
  /** 1 if a list had changed and no event had arrived. */
  events_missing: number | null
}

/** Day on which the plans must check an item. Items without a row need no check until an event marks them. */
export interface MaintenanceCheckTable {
  gear_id: string
  /** YYYY-MM-DD; empty once an event has marked the item. */
  check_on: string
  /** Number of the last mark of an event. */
  mark: Generated<number>
}
