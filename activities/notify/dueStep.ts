/**
 * The step to tell of now: the latest that has come. Steps that passed while nobody looked are not told one after another, only the last of
 * them is.
 * @param steps days before the due day, negative after it, in any order
 * @param daysLeft days from today to the due day; negative once it has passed
 * @returns undefined while no step has come
 */
export function dueStep(steps: readonly number[], daysLeft: number): number | undefined {
  const come = steps.filter((step) => step >= daysLeft)
  return come.length === 0 ? undefined : Math.min(...come)
}
