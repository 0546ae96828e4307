import { parseRetryAfterMs } from '../../../platform/http/retryAfter.ts'
import { DAY_MS, MAX_ENDPOINT_FAILING_DAYS } from '../../../contract/policies.ts'
import type { ClaimedDelivery } from './claim.ts'
import type { FailureCode } from './failures.ts'
import type { PostOutcome } from './sendPost.ts'
import { computeNextDelayMs, computeEndpointPauseMs, type BackoffHints } from './schedule.ts'

/** An endpoint is disabled after this time without a success. */
export const DISABLE_AFTER_MS = MAX_ENDPOINT_FAILING_DAYS * DAY_MS

const GONE_STATUS = 410
const OVERLOADED_STATUSES: readonly (number | null)[] = [429, 502, 504]
const TIMEOUT_ERRORS: readonly (FailureCode | null)[] = ['timeout', 'body_too_slow']

export interface AttemptResult {
  claimed: ClaimedDelivery
  outcome: PostOutcome
  /** Start of the endpoint's series of failures when the attempt began; null if it was not failing. */
  failingSinceMs: number | null
}

export interface Classification {
  status: 'delivered' | 'pending' | 'failed'
  nextAtMs: number | null
  /** undefined if the attempt proves nothing about the endpoint. */
  endpoint: 'answers' | 'gone' | { pausedUntilMs: number } | undefined
}

/** Classifies a finished attempt. @param random from 0 to 1, for the jitter */
export function classifyAttempt(
  { claimed, outcome, failingSinceMs }: AttemptResult,
  nowMs: number,
  random: number,
): Classification {
  if (outcome.error === null) return { status: 'delivered', nextAtMs: null, endpoint: 'answers' }
  if (outcome.error === 'event_gone') return { status: 'failed', nextAtMs: null, endpoint: undefined }
  // The delivery is released, so that another server can send it immediately.
  if (outcome.error === 'interrupted') return { status: 'pending', nextAtMs: nowMs, endpoint: undefined }
  const hints: BackoffHints = {
    throttled: OVERLOADED_STATUSES.includes(outcome.status) || TIMEOUT_ERRORS.includes(outcome.error),
    retryAfterMs: parseRetryAfterMs(outcome.retryAfter, nowMs) ?? 0,
  }
  const delayMs = computeNextDelayMs(claimed.attempt, hints, random)
  const nextState =
    delayMs === undefined
      ? ({ status: 'failed', nextAtMs: null } as const)
      : ({ status: 'pending', nextAtMs: nowMs + delayMs } as const)
  if (outcome.status === GONE_STATUS) return { status: 'failed', nextAtMs: null, endpoint: 'gone' }
  // Kitroom's own faults prove nothing about the endpoint.
  if (outcome.error === 'secret_unreadable' || outcome.error === 'internal_error')
    return { ...nextState, endpoint: undefined }
  return {
    ...nextState,
    endpoint: { pausedUntilMs: nowMs + computeEndpointPauseMs(nowMs - (failingSinceMs ?? nowMs), hints) },
  }
}
