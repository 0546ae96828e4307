import { ApiProblem } from './problem.ts'

interface SafeWrite<Base, Saved> {
  base: Base
  /** Sends the changes under If-Match of this version. */
  write: (on: Base) => Promise<Saved>
  read: () => Promise<Base>
  /** True if the other version changed a field that these changes change too. */
  isCrossed: (theirs: Base) => boolean
}

/** Maximum number of attempts for a record that others change continuously. */
const MAX_WRITES = 5

const isOutdated = (error: unknown): boolean => error instanceof ApiProblem && error.status === 412

/**
 * Writes changes. If other fields have changed since (412), perhaps by the same person, the changes are written based
 * on the new version.
 * @returns the saved record, or the version with conflicting changes
 */
export async function writeOnTop<Base, Saved>({
  base,
  write,
  read,
  isCrossed,
}: SafeWrite<Base, Saved>): Promise<{ saved: Saved } | { theirs: Base }> {
  let current = base
  for (let writes = 1; ; writes++) {
    try {
      return { saved: await write(current) }
    } catch (error) {
      if (!isOutdated(error) || writes === MAX_WRITES) throw error
      current = await read()
      if (isCrossed(current)) return { theirs: current }
    }
  }
}
