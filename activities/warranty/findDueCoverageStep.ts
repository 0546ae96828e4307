import { findDueStep } from '../notify/findDueStep.ts'

export interface DueCoverageStep {
  /** Step for the ledger. It is 0, the last day, for all coverage that has ended. */
  step: number
  /** A recipient who was notified of this step or a later one needs no reminder. */
  notifiedStep: number
}

/**
 * Finds the due reminder step of coverage.
 * @param steps days before the end
 * @param daysLeft days to its end; negative afterwards
 * @returns undefined before the first step
 */
export function findDueCoverageStep(steps: readonly number[], daysLeft: number): DueCoverageStep | undefined {
  const due = findDueStep(steps, daysLeft)
  if (due === undefined) return undefined
  return { step: daysLeft < 0 ? 0 : due, notifiedStep: due }
}
