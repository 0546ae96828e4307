// Time limits of calls between server, worker, Temporal and commands. A busy machine is no outage, so tests stretch all
// of them by one setting.
import { z } from 'zod'

const SCALE_MESSAGE = 'must be a number from 0.01 to 100'

/** Setting KITROOM_TIME_LIMIT_SCALE. */
export const timeLimitScaleSetting = z.coerce
  .number({ message: SCALE_MESSAGE })
  .min(0.01, SCALE_MESSAGE)
  .max(100, SCALE_MESSAGE)
  .default(1)

let processScale = 1

/** Sets the factor of this process, once, from its setting. A test shortens only the limit that it tests. */
export const setTimeLimitScale = (scale: number): void => void (processScale = scale)

/** Multiplies a time limit by the factor of this process. Call it for each call that has the limit. */
export const scaleTimeLimit = (limitMs: number): number => limitMs * processScale
