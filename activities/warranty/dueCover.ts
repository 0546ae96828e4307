import { dueStep } from '../notify/dueStep.ts'
import { addDays, momentAt } from '../studioDay.ts'

/** What is to be told of a cover now. */
export interface DueCover {
  /** Goes into the ledger. What has ended counts as the last day, however late it is found. */
  step: number
  /** Who was notified of this step or a later one needs no reminder. */
  unlessTold: number
}

/**
 * What of a cover is to be told.
 * @param steps days before the end
 * @param left days from today to its end; negative once it has ended
 * @returns undefined while no step has come
 */
export function dueCover(steps: readonly number[], left: number): DueCover | undefined {
  const due = dueStep(steps, left)
  if (due === undefined) return undefined
  return { step: left < 0 ? 0 : due, unlessTold: due }
}

/** When to look at a cover again, and in which zone a day begins. */
export interface LookPlan {
  steps: readonly number[]
  /** Hour and minute in the studio's zone. */
  at: string
  timeZone: string
}

/**
 * The moment of the next look at a cover: the hour of reminders on the day of the step after today's.
 * @param left days from today to its end
 * @returns null when no step is left
 */
export function nextLookAt(expiresOn: string, left: number, { steps, at, timeZone }: LookPlan): number | null {
  const next = Math.max(...steps.filter((step) => step < left))
  return Number.isFinite(next) ? momentAt(addDays(expiresOn, -next), at, timeZone) : null
}
