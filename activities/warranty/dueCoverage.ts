import { dueStep } from '../notify/dueStep.ts'

export interface DueCoverage {
  /** Step stored in the ledger. An ended coverage counts as the last day, however late it is found. */
  step: number
  /** A recipient notified of this step or a later one needs no reminder. */
  notifiedStep: number
}

/**
 * The reminder step of a coverage.
 * @param steps days before the end
 * @param left days to its end; negative afterwards
 * @returns undefined while no step has come
 */
export function dueCoverage(steps: readonly number[], left: number): DueCoverage | undefined {
  const due = dueStep(steps, left)
  if (due === undefined) return undefined
  return { step: left < 0 ? 0 : due, notifiedStep: due }
}
