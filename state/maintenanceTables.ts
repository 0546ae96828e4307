import type { GearStatus } from '../contract/gearFields.ts'

/** A due record created or found for a plan. The row outlives the record, so that it is created only once. */
export interface PlannedServiceTable {
  gear_id: string
  /** Id of the plan in kitroom.yaml. */
  plan: string
  /** YYYY-MM-DD, computed from the plan; a person may have moved the record since. */
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
