import type { AutomationDeps, Counts, Day, ReminderDay } from '../automation.ts'

/** What following gear works with. */
export interface ServiceDeps extends AutomationDeps {
  /** Runs `work` when all earlier work under the same name has ended. */
  turns: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

/** The activities of maintenance. Each can be interrupted anywhere and run again. */
export interface MaintenanceActivities {
  /**
   * Makes the records that plans say fall due, once per item and due date. Counts `made`; `found`, which were there; `done` without a record of
   * the plan; `waits` for open work; `refused` by the API; `unavailable`, when the subscription has no maintenance.
   */
  planMaintenance(arg: Day): Promise<Counts>
  /** Lets the status of all gear follow its services. Counts items that were `set` to maintenance, `returned`, `left` to a person, `same`, `refused`. */
  followService(arg: Day): Promise<Counts>
  /** Queues reminders of every record that is not done. Counts `open` records and `queued` reminders. */
  remindOfMaintenance(arg: ReminderDay): Promise<Counts>
}

/** The activity of `service`. */
export interface ServiceActivities {
  /** Lets the status of gear follow the events in the inbox, some at a time. Answers whether there may be more. */
  followEvents(arg: Record<string, never>): Promise<{ more: boolean }>
}
