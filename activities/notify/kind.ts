import type { AutomationDeps } from '../automation.ts'
import type { Evaluate } from './types.ts'

/**
 * A kind of notification. What is particular to it lies in its folder, as does the activity that finds who is due and queues it with
 * `queueAddressed`.
 */
export interface NotificationKind {
  /** Checks queued ones against current records before they are sent. Without it they are sent as queued. */
  readonly evaluate?: (deps: AutomationDeps) => Evaluate
  /** Sentences for the top of a message with several reminders. @param dueDays of its reminders; @param today; both `YYYY-MM-DD` */
  readonly describeAll: (dueDays: readonly string[], today: string) => string[]
  /** Among several, those older than this are counted and not listed. */
  readonly unlisted?: { afterDays: number; describe: (count: number) => string }
}
