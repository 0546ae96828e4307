import { describeError, isKeyRejected } from '../../activities/failures.ts'
import { getProfile } from '../../contract/profile.ts'
import type { WorkerContext } from '../context.ts'
import type { Problem } from './problem.ts'

export const ACCESS_KEY = 'access'
const CHECK_INTERVAL_MS = 60_000
const API_TIMEOUT_MS = 5000

const CONSEQUENCE = 'Syncs, reminders of gear, maintenance and calendars stand still until the worker has a key that is valid.'
const ADVICE = 'Create another key (npm run kitroom -- worker setup), then start the worker again.'

const toAccessProblem = (error: unknown): Problem => ({
  key: ACCESS_KEY,
  code: 'access_lost',
  title: 'The API refuses the worker’s key',
  detail: `${describeError(error)}\n${CONSEQUENCE}\n${ADVICE}`,
  facts: [
    { name: 'Why', value: describeError(error) },
    { name: 'What that means', value: CONSEQUENCE },
    { name: 'What to do', value: ADVICE },
  ],
})

/** The problem of a revoked or expired key, checked once a minute. `isKnown` is false while the API does not answer. */
export interface AccessCheck {
  check(): Promise<{ problem: Problem | undefined; isKnown: boolean }>
}

export function createAccessCheck({ api, clock, scaledMs, log }: Pick<WorkerContext, 'api' | 'clock' | 'scaledMs' | 'log'>): AccessCheck {
  let last: Awaited<ReturnType<AccessCheck['check']>> = { problem: undefined, isKnown: false }
  let checkedAtMs = -Infinity
  return {
    async check() {
      if (clock.nowMs() - checkedAtMs < scaledMs(CHECK_INTERVAL_MS)) return last
      checkedAtMs = clock.nowMs()
      try {
        await api.call(getProfile, {}, { signal: AbortSignal.timeout(API_TIMEOUT_MS) })
        last = { problem: undefined, isKnown: true }
      } catch (error) {
        log.debug({ err: error }, 'the worker’s access to the API could not be confirmed')
        last = isKeyRejected(error) ? { problem: toAccessProblem(error), isKnown: true } : { ...last, isKnown: false }
      }
      return last
    },
  }
}
