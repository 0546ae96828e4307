import type { WithLock } from '../../state/hosts/withLock.ts'
import type { AutomationDeps, Counts, Day, ReminderDay } from '../shared/automation.ts'

export interface ServiceDeps extends AutomationDeps {
  withLock: WithLock
}

/** An item that was used or serviced. */
export interface UsedItem {
  id: string
  /** Time since when the item has had its reading, ISO 8601 UTC; default: its last change. */
  readAt?: string
}

export interface MaintenanceActivities {
  /**
   * Updates the meters of gear, and creates the due records of plans. Counts `made`, `found` (existed), `done`
   * (serviced without a record), `waits` (earlier work open), `refused` by the API, `unavailable` in the subscription,
   * and meters `reported` to people.
   * @param arg `items` limits the work to these, and to plans by use
   */
  planMaintenance(arg: Day & { items?: readonly UsedItem[] }): Promise<Counts>
  /** Derives the status of all gear from its services. Counts items `set` to maintenance, `returned`, `left` to a person, `same`, `refused`. */
  followService(arg: Day): Promise<Counts>
  /** Queues reminders of unfinished records. Counts `open` records, `queued` reminders, and messages of `covered` gear. */
  remindOfMaintenance(arg: ReminderDay): Promise<Counts>
}

/** Items for which plans by use must run, and the day. */
export interface UsedWork extends Required<ReminderDay> {
  items: readonly UsedItem[]
}

export interface ServiceActivities {
  /** Handles some inbox events. `more`: call again. `used`: items for which plans by use must run. */
  followEvents(arg: Record<string, never>): Promise<{ more: boolean; used?: UsedWork }>
}
