import { dueStep } from '../notify/dueStep.ts'

export interface DueCover {
  /** Step stored in the ledger. An ended coverage counts as the last day, however late it is found. */
  step: number
  /** A recipient notified of this step or a later one needs no reminder. */
  unlessTold: number
}

/**
 * The reminder step of a coverage.
 * @param steps days before the end
 * @param left days to its end; negative afterwards
 * @returns undefined while no step has come
 */
export function dueCover(steps: readonly number[], left: number): DueCover | undefined {
  const due = dueStep(steps, left)
  if (due === undefined) return undefined
  return { step: left < 0 ? 0 : due, unlessTold: due }
}
