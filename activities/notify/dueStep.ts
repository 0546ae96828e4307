/**
 * The latest reminder step that has come; earlier missed ones are skipped.
 * @param steps days before the due day, negative after it, in any order
 * @param daysLeft negative once the due day has passed
 * @returns undefined while no step has come
 */
export function dueStep(steps: readonly number[], daysLeft: number): number | undefined {
  const come = steps.filter((step) => step >= daysLeft)
  return come.length === 0 ? undefined : Math.min(...come)
}
