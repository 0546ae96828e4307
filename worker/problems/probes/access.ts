import { isKeyRejected } from '../../../activities/shared/failures.ts'
import { getProfile } from '../../../contract/api/profile.ts'
import { scaleTimeLimit } from '../../../platform/timeLimit.ts'
import type { WorkerContext } from '../../context/context.ts'
import { cacheFor } from './cacheFor.ts'

const INTERVAL_MS = 60_000
const TIMEOUT_MS = 5000

export interface Access {
  /** Error with which the API refuses the worker's key, which is revoked or has expired. */
  refusal: unknown
  /** False while the API does not answer. */
  isKnown: boolean
}

/** Creates a probe that checks the worker's key once a minute. */
export const createAccessProbe = (
  context: Pick<WorkerContext, 'api' | 'clock' | 'scaledMs' | 'log'>,
): (() => Promise<Access>) =>
  cacheFor<Access>(context, INTERVAL_MS, { refusal: undefined, isKnown: false }, async (last) => {
    try {
      await context.api.call(getProfile, {}, { signal: AbortSignal.timeout(scaleTimeLimit(TIMEOUT_MS)) })
      return { refusal: undefined, isKnown: true }
    } catch (error) {
      context.log.debug({ err: error }, 'the worker’s access to the API could not be confirmed')
      return isKeyRejected(error) ? { refusal: error, isKnown: true } : { ...last, isKnown: false }
    }
  })
