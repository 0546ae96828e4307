/**
 * Finds the latest reminder step that is due; earlier missed steps are skipped.
 * @param steps days before the due day, negative after it, in any order
 * @param daysLeft negative once the due day has passed
 * @returns undefined before the first step
 */
export function findDueStep(steps: readonly number[], daysLeft: number): number | undefined {
  const dueSteps = steps.filter((step) => step >= daysLeft)
  return dueSteps.length === 0 ? undefined : Math.min(...dueSteps)
}
