import type { WithLock } from '../../state/hosts/withLock.ts'
import type { AutomationDeps, ReminderDay } from '../shared/automation.ts'

export interface ServiceDeps extends AutomationDeps {
  withLock: WithLock
}

/** An item that was used or serviced. */
export interface UsedItem {
  id: string
  /** Time since when the item has had its reading, ISO 8601 UTC; default: its last change. */
  readAt?: string
}

/** Items for which plans by use must run, and the day. */
export interface UsedWork extends Required<ReminderDay> {
  items: readonly UsedItem[]
}

export interface FollowedEvents {
  /** True if the activity must be called again. */
  more: boolean
  used?: UsedWork
}
