import { ApiError } from '../../../client/errors.ts'
import { listDisabledWebhooks, type DisabledWebhook } from '../../../contract/api/webhooks.ts'
import { scaleTimeLimit } from '../../../platform/timeLimit.ts'
import type { WorkerContext } from '../../context/context.ts'
import { cacheFor } from './cacheFor.ts'

/** Interval of requests. Each is a row of the audit, and an endpoint is disabled only after days. */
const INTERVAL_MS = 5 * 60_000
const TIMEOUT_MS = 5000

export type DisabledEndpoints = readonly DisabledWebhook[]

/** True for a server of an earlier version, which does not have the operation. */
const cannotAnswer = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

/** Creates a probe that reads the webhook endpoints that the API server disabled, every five minutes. */
export function createEndpointProbe(
  context: Pick<WorkerContext, 'api' | 'clock' | 'scaledMs' | 'log'>,
): () => Promise<DisabledEndpoints | undefined> {
  const { api, log } = context
  let isLogged = false
  return cacheFor<DisabledEndpoints | undefined>(context, INTERVAL_MS, undefined, async () => {
    try {
      const signal = AbortSignal.timeout(scaleTimeLimit(TIMEOUT_MS))
      const { body } = await api.call(listDisabledWebhooks, {}, { signal })
      isLogged = false
      return body.data
    } catch (error) {
      if (cannotAnswer(error) && !isLogged) {
        isLogged = true
        log.warn('Nobody is notified of disabled webhook endpoints: the API server is of an earlier version.')
      } else log.debug({ err: error }, 'the webhook endpoints could not be read')
      return undefined
    }
  })
}
