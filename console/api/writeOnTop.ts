import { ApiProblem } from './problem.ts'

interface SafeWrite<Base, Saved> {
  base: Base
  /** Sends the changes under If-Match of this version. */
  write: (on: Base) => Promise<Saved>
  read: () => Promise<Base>
  /** True if somebody changed a field that these changes change too. */
  isCrossed: (theirs: Base) => boolean
}

/** A record that others change all the time is no reason to try for ever. */
const MAX_WRITES = 5

const isOutdated = (error: unknown): boolean => error instanceof ApiProblem && error.status === 412

/**
 * Writes changes. When somebody, maybe the same person a moment ago, changed other fields meanwhile (412), the changes are written on top of that.
 * @returns what was saved, or the version whose changes cross these
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
