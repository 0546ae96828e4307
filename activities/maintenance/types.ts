import type { WithLock } from '../../state/withLock.ts'
import type { AutomationDeps, Counts, Day, ReminderDay } from '../automation.ts'

export interface ServiceDeps extends AutomationDeps {
  withLock: WithLock
}

export interface MaintenanceActivities {
  /**
   * Creates the due records of plans. Counts `made`, `found` (existed), `done` (serviced without a record), `waits` (earlier work open), `refused` by
   * the API, `unavailable` in the subscription.
   */
  planMaintenance(arg: Day): Promise<Counts>
  /** Derives the status of all gear from its services. Counts items `set` to maintenance, `returned`, `left` to a person, `same`, `refused`. */
  followService(arg: Day): Promise<Counts>
  /** Queues reminders of unfinished records. Counts `open` records and `queued` reminders. */
  remindOfMaintenance(arg: ReminderDay): Promise<Counts>
}

export interface ServiceActivities {
  /** Handles some inbox events. `more`: call again. */
  followEvents(arg: Record<string, never>): Promise<{ more: boolean }>
}
