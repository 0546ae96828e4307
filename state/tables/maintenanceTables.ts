import type { Generated } from 'kysely'
import type { GearStatus, MeterField } from '../../contract/api/gearFields.ts'

/** A due record created or found for a plan. The row outlives the record, so that it is created only once. */
export interface PlannedServiceTable {
  gear_id: string
  /** Id of the plan in kitroom.yaml. */
  plan: string
  /** YYYY-MM-DD, computed from the plan; a person may have moved the record since. Of work due by use: the reading, and where it counts from. */
  due_on: string
  maintenance_id: string
  made_at: string
}

/** A service in progress that was already taken into account for its item's status. */
export interface SeenServiceTable {
  gear_id: string
  maintenance_id: string
}

/**
 * State of an item's status change. `setting` and `returning` are stored before the API call, so that a crash can be resolved; `held`: the worker set
 * maintenance.
 */
type HoldStep = 'setting' | 'held' | 'returning'

export interface ServiceHoldTable {
  gear_id: string
  status_before: GearStatus
  doing: HoldStep
  /** The item's `updated_at`: while a write is pending, the value before it; otherwise the value after it. */
  version: string
  since: string
}

/** The meter of an item, as the worker saw it last. */
export interface MeterTable {
  gear_id: string
  field: MeterField
  /** Without a jump that no later reading has confirmed. */
  reading: number
  /** Time of the reading, ISO 8601 UTC. */
  read_at: string
  /** Last readings of up to ten days, oldest first, JSON of `[day, reading]`. */
  recent: string
  /** A jump that waits for a later reading. */
  pending: number | null
  pending_at: string | null
}

/** The reading from which a plan counts the use of an item. */
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

/** What the last run of the plans has read; one row. All but the first fields are null before the first run has ended, and after a restore. */
export interface MaintenancePlanningTable {
  id: number
  /** Number of the newest run. Only that one stores checks. */
  run: Generated<number>
  /** Number of the last mark of an event. */
  marks: Generated<number>
  /** 1 while events mark items; 0 without plans. */
  is_marking: Generated<number>
  /** Hash of plans, time zone and epoch. */
  settings: string | null
  day: string | null
  /** Day on which all items were read last. */
  all_read_on: string | null
  /** Begin of the last run that has ended, ISO 8601 UTC, and the last mark then. */
  read_at: string | null
  read_marks: number | null
  /** Id of the newest item then, and the number of items. */
  newest_id: string | null
  total: number | null
  /** ETags of the API's lists then. */
  gear_tag: string | null
  maintenance_tag: string | null
  /** 1 if something had changed and no event had arrived. */
  events_missing: number | null
}

/** When the plans must check an item. Items without a row need no check until an event marks them. */
export interface MaintenanceCheckTable {
  gear_id: string
  /** YYYY-MM-DD; empty once an event marked the item. */
  check_on: string
  /** Number of the last mark of an event. */
  mark: Generated<number>
}
