import type { AutomationDeps } from '../shared/automation.ts'
import type { MessageCommand } from '../../messages/channels/channel.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import type { Evaluate } from './types.ts'

/**
 * A kind of notification. Its folder contains its code and the activity that finds the recipients and queues it with
 * `queueAddressedReminders`.
 */
export interface NotificationKind {
  /** Creates a check of queued notifications against current records. Without it they are sent as queued. */
  readonly evaluate?: (deps: AutomationDeps) => Evaluate
  /** Describes the distance of the due day, such as `Due in 3 days`. @param daysLeft negative after it */
  readonly describeStatus?: (daysLeft: number, texts: Texts) => string
  /** Lists commands that answer a message. @param subject id of the record */
  readonly listCommands?: (subject: string, texts: Texts) => MessageCommand[]
  /**
   * Creates sentences for the top of a message with several reminders.
   * @param dueDays of its reminders, `YYYY-MM-DD`
   * @param today `YYYY-MM-DD`
   */
  readonly describeAll: (dueDays: readonly string[], today: string, texts: Texts) => string[]
  /** True for reminders that a person can unsubscribe from. */
  readonly canUnsubscribe?: true
  /**
   * Limits the list of a message with several reminders. Those due more than `afterDays` ago are only counted, with
   * this sentence.
   */
  readonly unlisted?: { afterDays: number; describe: (count: number, texts: Texts) => string }
}

/** All kinds. activities/kinds.ts lists them, because their folders import this file. */
export interface NotificationKinds {
  /** Kinds in the order in which a summary describes them. */
  readonly all: readonly NotificationKind[]
  /** Finds a kind by name. A reminder of an unknown kind is described like a problem. */
  find(name: string): NotificationKind
}
