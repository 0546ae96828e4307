import { setTimeout as delay } from 'node:timers/promises'
import { readAccount, type Account } from '../../activities/shared/api.ts'
import { ApiError } from '../../client/errors.ts'
import type { RunContext, WorkerContext } from '../context/context.ts'
import { createWorkerError, toWorkerError } from '../context/errors.ts'
import { detectRestore } from '../wakeups/reconcile.ts'
import { probeTemporal } from '../temporal/syncWorkflow.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const PROBE_TIMEOUT_MS = 3000
/**
 * Maximum wait for the rate limit. The worker's own activities may have used it up, but its tokens return within
 * seconds.
 */
const MAX_LIMIT_WAIT_MS = 10_000

const limitWaitMs = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === 'rate_limited' ? (error.retryAfterMs ?? 1000) : undefined

/**
 * @throws WorkerError `api_unavailable` if the API does not answer, refuses the key, or still limits the worker after
 * ten seconds
 */
async function readApiAccount(context: Pick<WorkerContext, 'api'>): Promise<Account> {
  const deadlineMs = performance.now() + MAX_LIMIT_WAIT_MS
  for (;;) {
    try {
      return await readAccount(context.api, AbortSignal.timeout(scaleTimeLimit(PROBE_TIMEOUT_MS)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw createWorkerError('api_not_started', {}, { cause: error })
      const waitMs = limitWaitMs(error)
      if (waitMs === undefined || performance.now() + waitMs > deadlineMs) throw toWorkerError(error)
      await delay(waitMs)
    }
  }
}

/** Checks that Temporal and the API answer, so that no run waits for a missing server. It also detects a restore. */
export async function checkServersAnswer(context: RunContext & Pick<WorkerContext, 'api'>): Promise<void> {
  await probeTemporal(context, PROBE_TIMEOUT_MS)
  const { epoch } = await readApiAccount(context)
  await detectRestore(context, epoch)
}
