import type { AutomationDeps } from '../shared/automation.ts'
import type { MessageCommand } from '../../messages/channels/channel.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import type { Evaluate } from './types.ts'

/**
 * A kind of notification. Its folder contains its code and the activity that finds the recipients and queues it with `queueAddressedReminders`.
 */
export interface NotificationKind {
  /** Checks queued notifications against current records before they are sent. Without it they are sent as queued. */
  readonly evaluate?: (deps: AutomationDeps) => Evaluate
  /** Where the due day stands, such as `Due in 3 days`. @param daysLeft negative after it */
  readonly describeStatus?: (daysLeft: number, texts: Texts) => string
  /** Commands that answer a message. @param subject id of the record */
  readonly listCommands?: (subject: string, texts: Texts) => MessageCommand[]
  /** Sentences for the top of a message with several reminders. @param dueDays of its reminders, `YYYY-MM-DD` @param today `YYYY-MM-DD` */
  readonly describeAll: (dueDays: readonly string[], today: string, texts: Texts) => string[]
  /** True for reminders, from which a person can unsubscribe. */
  readonly canUnsubscribe?: true
  /** In a message with several reminders, those due more than `afterDays` ago are only counted, with this sentence. */
  readonly unlisted?: { afterDays: number; describe: (count: number, texts: Texts) => string }
}

/** All kinds, which activities/kinds.ts lists: their folders import this one. */
export interface NotificationKinds {
  /** In the order in which a summary describes them. */
  readonly all: readonly NotificationKind[]
  /** A reminder of a kind that this version does not know is described like a problem. */
  find(name: string): NotificationKind
}
