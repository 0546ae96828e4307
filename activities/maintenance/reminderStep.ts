import type { ReminderSteps } from '../../config/maintenance.ts'
import { dueStep } from '../notify/dueStep.ts'

/** Latest repeated step; undefined while none has come. */
function repeatedStep({ after, every_after: every }: ReminderSteps, daysLate: number): number | undefined {
  const from = Math.max(0, ...after)
  const times = every === false ? 0 : Math.floor((daysLate - from) / every)
  return every === false || times < 1 ? undefined : -(from + times * every)
}

/**
 * Latest reminder step that has come.
 * @param daysLeft negative once the date has passed
 * @returns days before the date, negative after it; undefined while no step has come
 */
export function reminderStep(steps: ReminderSteps, daysLeft: number): number | undefined {
  const repeated = repeatedStep(steps, -daysLeft)
  const fixed = [...steps.before, ...(steps.on ? [0] : []), ...steps.after.map((days) => -days)]
  return dueStep(repeated === undefined ? fixed : [...fixed, repeated], daysLeft)
}
