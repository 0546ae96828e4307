import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import {
  computeSecondsToNext,
  consumeToken,
  createTokenBucket,
  hasToken,
  refillBucket,
  type TokenBucket,
} from '../../platform/tokenBucket.ts'
import { createWorkerError } from '../context/errors.ts'

const REFUSALS_PER_SECOND = 1
export const REFUSAL_BURST = 20
const MAX_CALLERS = 10_000

export interface RefusalLimit {
  /** True if the caller has used up its refusals. */
  isUsedUp(caller: string): boolean
  /** @throws WorkerError rate_limited if the caller has used up its refusals */
  require(caller: string): void
  /** Counts a refusal of a caller that has some left. */
  count(caller: string): void
}

/** Counts refusals per caller: of a key by its hash, or of an address. */
export function createRefusalLimit(clock: Clock): RefusalLimit {
  const buckets = new LRUCache<string, TokenBucket>({ max: MAX_CALLERS })
  const findBucket = (caller: string): TokenBucket | undefined => {
    const bucket = buckets.get(caller)
    if (bucket) refillBucket(bucket, clock.nowMs())
    return bucket
  }
  const findEmpty = (caller: string): TokenBucket | undefined => {
    const bucket = findBucket(caller)
    return bucket && !hasToken(bucket) ? bucket : undefined
  }
  return {
    isUsedUp: (caller) => findEmpty(caller) !== undefined,
    require(caller) {
      const empty = findEmpty(caller)
      if (!empty) return
      throw createWorkerError(
        'control_refusals_exceeded',
        {},
        {
          headers: { 'retry-after': String(computeSecondsToNext(empty)) },
        },
      )
    },
    count(caller) {
      const bucket = findBucket(caller) ?? createTokenBucket(REFUSALS_PER_SECOND, REFUSAL_BURST, clock.nowMs())
      buckets.set(caller, bucket)
      if (hasToken(bucket)) consumeToken(bucket)
    },
  }
}
