import { dueStep } from '../notify/dueStep.ts'

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
