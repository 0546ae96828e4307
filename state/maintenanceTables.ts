import type { GearStatus } from '../contract/gearFields.ts'

/** A due record that a plan has made, or found made. The row stays whatever becomes of the record, so that it is made once. */
export interface PlannedServiceTable {
  gear_id: string
  /** Id of the plan in kitroom.yaml. */
  plan: string
  /** YYYY-MM-DD, as the plan reckons it; people may have moved the record since. */
  due_on: string
  maintenance_id: string
  made_at: string
}

/** A service in progress that the item's status was set for, or that found it set by a person. */
export interface SeenServiceTable {
  gear_id: string
  maintenance_id: string
}

/**
 * What is done to an item's status. `setting` and `returning` are written before the API is asked, so that after a crash it can be found out
 * whether it did it; `held`: the item is in maintenance because of us.
 */
type HoldStep = 'setting' | 'held' | 'returning'

export interface ServiceHoldTable {
  gear_id: string
  /** What the item goes back to. */
  status_before: GearStatus
  doing: HoldStep
  /** The item's `updated_at`: before our write while it is under way, else that of our write. */
  version: string
  since: string
}
