import { scaleTimeLimit, setTimeLimitScale } from '../../platform/timeLimit.ts'

/** A busy machine may need ten times as long for an answer. */
export const STRETCHED_SCALE = 10

/** Stretches the time limits of a process of the project. */
export const stretchedTimeLimits = { KITROOM_TIME_LIMIT_SCALE: String(STRETCHED_SCALE) }

/** Runs a test of the limits themselves, with limits of a tenth, against servers and workers in the test's process. */
export async function withShortTimeLimits<T>(work: () => Promise<T>): Promise<T> {
  const scaleBefore = scaleTimeLimit(1)
  setTimeLimitScale(0.1)
  try {
    return await work()
  } finally {
    setTimeLimitScale(scaleBefore)
  }
}
