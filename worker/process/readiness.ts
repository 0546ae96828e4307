import { probeTemporal } from '../temporal/syncWorkflow.ts'
import type { StateAccess, TemporalAccess } from '../context/context.ts'
import { findNewestDailyRun } from '../../state/schedules/dailyRuns.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const PROBE_TIMEOUT_MS = 2000
/** Lifetime of a cached result, because callers without a key may ask. */
const REUSE_MS = 1000

const SERVER_ERROR = 500

async function probeApi(apiUrl: string): Promise<void> {
  const { status } = await fetch(`${apiUrl}/healthz`, { signal: AbortSignal.timeout(scaleTimeLimit(PROBE_TIMEOUT_MS)) })
  if (status >= SERVER_ERROR) throw new Error(`the API answers ${status}`)
}

/**
 * Creates a check of the servers that the worker needs.
 * @returns a function that resolves to the one that does not answer now, if any
 */
export function createReachabilityCheck(
  context: StateAccess & TemporalAccess,
  apiUrl: string,
): () => Promise<string | undefined> {
  let checkedAtMs = -Infinity
  let checking: Promise<string | undefined> = Promise.resolve(undefined)
  const check = async (): Promise<string | undefined> => {
    const results = await Promise.allSettled([
      context.state.read(findNewestDailyRun),
      probeApi(apiUrl),
      probeTemporal(context, PROBE_TIMEOUT_MS),
    ])
    const index = results.findIndex(({ status }) => status === 'rejected')
    return ['database does not answer', 'API does not answer', 'Temporal does not answer'][index]
  }
  return () => {
    if (performance.now() - checkedAtMs >= REUSE_MS) {
      checkedAtMs = performance.now()
      checking = check()
    }
    return checking
  }
}
