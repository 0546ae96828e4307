import type { plans } from './en/plans.ts'
import type { problems } from './en/problems.ts'
import type { reminders } from './en/reminders.ts'

/** English is the source. The other languages have the same texts with the same parameters. */
export type ReminderTexts = typeof reminders
export type PlanTexts = typeof plans
export type ProblemTexts = typeof problems
