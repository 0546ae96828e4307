import type { ReminderSteps } from '../../config/maintenance.ts'
import { dueStep } from '../notify/dueStep.ts'

/** The last step that has come of those that repeat after the last `after`; undefined while none has. */
function repeatedStep({ after, every_after: every }: ReminderSteps, daysLate: number): number | undefined {
  const from = Math.max(0, ...after)
  const times = every === false ? 0 : Math.floor((daysLate - from) / every)
  return every === false || times < 1 ? undefined : -(from + times * every)
}

/**
 * The step to tell of a record that is not done: the last that has come.
 * @param daysLeft days from today to its date; negative once it has passed
 * @returns days before the date, 0 the day itself, negative after it; undefined while no step has come
 */
export function reminderStep(steps: ReminderSteps, daysLeft: number): number | undefined {
  const repeated = repeatedStep(steps, -daysLeft)
  const fixed = [...steps.before, ...(steps.on ? [0] : []), ...steps.after.map((days) => -days)]
  return dueStep(repeated === undefined ? fixed : [...fixed, repeated], daysLeft)
}
