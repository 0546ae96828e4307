import { describeError, isKeyRejected } from '../../activities/shared/failures.ts'
import { getProfile } from '../../contract/api/profile.ts'
import { englishTexts } from '../../messages/languages/texts.ts'
import type { WorkerContext } from '../context/context.ts'
import { createProblem, type Problem } from './problem.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

export const ACCESS_KEY = 'access'
const CHECK_INTERVAL_MS = 60_000
const API_TIMEOUT_MS = 5000

const { access: english } = englishTexts.problems

const toAccessProblem = (error: unknown): Problem =>
  createProblem({
    key: ACCESS_KEY,
    code: 'access_lost',
    detail: `${describeError(error)}\n${english.consequence}\n${english.advice}`,
    describe: ({ problems: { access, facts: names } }) => ({
      title: access.lost,
      facts: [
        { name: names.why, value: describeError(error) },
        { name: names.whatThatMeans, value: access.consequence },
        { name: names.whatToDo, value: access.advice },
      ],
    }),
  })

/** The problem of a revoked or expired key, checked once a minute. `isKnown` is false while the API does not answer. */
export interface AccessCheck {
  check(): Promise<{ problem: Problem | undefined; isKnown: boolean }>
}

export function createAccessCheck({
  api,
  clock,
  scaledMs,
  log,
}: Pick<WorkerContext, 'api' | 'clock' | 'scaledMs' | 'log'>): AccessCheck {
  let last: Awaited<ReturnType<AccessCheck['check']>> = { problem: undefined, isKnown: false }
  let checkedAtMs = -Infinity
  return {
    async check() {
      if (clock.nowMs() - checkedAtMs < scaledMs(CHECK_INTERVAL_MS)) return last
      checkedAtMs = clock.nowMs()
      try {
        await api.call(getProfile, {}, { signal: AbortSignal.timeout(scaleTimeLimit(API_TIMEOUT_MS)) })
        last = { problem: undefined, isKnown: true }
      } catch (error) {
        log.debug({ err: error }, 'the worker’s access to the API could not be confirmed')
        last = isKeyRejected(error) ? { problem: toAccessProblem(error), isKnown: true } : { ...last, isKnown: false }
      }
      return last
    },
  }
}
