import type { Counts, Day } from '../shared/automation.ts'

export interface ShootReminderActivities {
  /** Queues reminders of shoots of the next day. Counts `shoots` and `queued` reminders; none if nobody asks for them. */
  remindOfShoots(arg: Day): Promise<Counts>
}
