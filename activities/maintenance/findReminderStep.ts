import type { ReminderSteps } from '../../config/maintenance.ts'
import { findDueStep } from '../notify/findDueStep.ts'

/** Finds the latest due repetition after the last fixed step; undefined before the first. */
function findRepeatedStep({ after, every_after: every }: ReminderSteps, daysLate: number): number | undefined {
  const lastFixedDay = Math.max(0, ...after)
  const repeats = every === false ? 0 : Math.floor((daysLate - lastFixedDay) / every)
  return every === false || repeats < 1 ? undefined : -(lastFixedDay + repeats * every)
}

/**
 * Finds the latest reminder step that is due.
 * @param daysLeft negative once the date has passed
 * @returns days before the date, negative after it; undefined before the first step
 */
export function findReminderStep(steps: ReminderSteps, daysLeft: number): number | undefined {
  const repeatedDue = findRepeatedStep(steps, -daysLeft)
  const fixedSteps = [...steps.before, ...(steps.on ? [0] : []), ...steps.after.map((days) => -days)]
  return findDueStep(repeatedDue === undefined ? fixedSteps : [...fixedSteps, repeatedDue], daysLeft)
}
