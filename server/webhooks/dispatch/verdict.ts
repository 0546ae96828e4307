import { parseRetryAfterMs } from '../../../platform/http/retryAfter.ts'
import { DAY_MS, ENDPOINT_FAILING_DAYS } from '../../../contract/policies.ts'
import type { Claimed } from './claim.ts'
import type { FailureCode } from './failures.ts'
import type { Outcome } from './post.ts'
import { nextDelayMs, pauseMs, type Patience } from './schedule.ts'

/** An endpoint at which nothing got through for so long is switched off. */
export const GIVE_UP_AFTER_MS = ENDPOINT_FAILING_DAYS * DAY_MS

const GONE = 410
const OVERLOADED: readonly (number | null)[] = [429, 502, 504]
const TOO_SLOW: readonly (FailureCode | null)[] = ['timeout', 'body_too_slow']

/** An attempt that has ended. */
export interface Result {
  claimed: Claimed
  outcome: Outcome
  /** Since when every attempt at the endpoint had failed when this one began; null: it answered. */
  failingSinceMs: number | null
}

/** What an ended attempt means for its delivery and its endpoint. */
export interface Verdict {
  status: 'delivered' | 'pending' | 'failed'
  /** When the next attempt is due; null when there is none. */
  nextAtMs: number | null
  /** What it says about the endpoint; undefined: nothing. */
  endpoint: 'answers' | 'gone' | { pausedUntilMs: number } | undefined
}

/**
 * Judges an ended attempt.
 * @param chance from 0 to 1, for the jitter
 */
export function judge({ claimed, outcome, failingSinceMs }: Result, nowMs: number, chance: number): Verdict {
  if (outcome.error === null) return { status: 'delivered', nextAtMs: null, endpoint: 'answers' }
  if (outcome.error === 'event_gone') return { status: 'failed', nextAtMs: null, endpoint: undefined }
  // Its turn is given back: somebody else goes on at once.
  if (outcome.error === 'interrupted') return { status: 'pending', nextAtMs: nowMs, endpoint: undefined }
  const patience: Patience = {
    throttled: OVERLOADED.includes(outcome.status) || TOO_SLOW.includes(outcome.error),
    retryAfterMs: parseRetryAfterMs(outcome.retryAfter, nowMs) ?? 0,
  }
  const delayMs = nextDelayMs(claimed.attempt, patience, chance)
  const end = delayMs === undefined ? ({ status: 'failed', nextAtMs: null } as const) : ({ status: 'pending', nextAtMs: nowMs + delayMs } as const)
  if (outcome.status === GONE) return { status: 'failed', nextAtMs: null, endpoint: 'gone' }
  // A fault of our own says nothing about the endpoint.
  if (outcome.error === 'secret_unreadable' || outcome.error === 'internal_error') return { ...end, endpoint: undefined }
  return { ...end, endpoint: { pausedUntilMs: nowMs + pauseMs(nowMs - (failingSinceMs ?? nowMs), patience) } }
}
