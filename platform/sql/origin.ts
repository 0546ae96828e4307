/** First step of the API database and of the worker's. A database or a backup without it was made before 0.1.0. */
export const BASELINE = '0001_baseline'

/** The version that made a database or a backup, if it is not this one or a compatible one. */
export interface OtherOrigin {
  /** True if it was made before the first step of this version. */
  isEarlier: boolean
  /** Says which version made it, as the end of "it was made …". */
  made: string
  /** Names of the steps that this version does not know. */
  steps: string[]
}

/**
 * Finds out whether a version with other steps made a database or a backup.
 * @param applied names of its steps, in order; without steps it is empty, and nobody's
 */
export function findOtherOrigin(
  applied: readonly string[],
  migrations: readonly { readonly name: string }[],
): OtherOrigin | undefined {
  const steps = applied.filter((step) => !migrations.some(({ name }) => name === step))
  if (steps.length === 0) return undefined
  if (applied.includes(migrations[0]?.name ?? ''))
    return { isEarlier: false, made: `by a newer Kitroom (it has ${steps.join(', ')})`, steps }
  const made = `before the release of Kitroom 0.1.0 (its last step is ${steps.at(-1)})`
  return { isEarlier: true, made, steps }
}

/** Finds out whether it was made before the release of 0.1.0, where the steps of this version are not known. */
export const findEarlierOrigin = (applied: readonly string[]): OtherOrigin | undefined =>
  applied.includes(BASELINE) ? undefined : findOtherOrigin(applied, [])
