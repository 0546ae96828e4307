import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { toAddressGroup } from '../../platform/toAddressGroup.ts'
import {
  computeSecondsToNext,
  consumeToken,
  createTokenBucket,
  hasToken,
  refillBucket,
  returnToken,
  type TokenBucket,
} from '../../platform/tokenBucket.ts'
import { WorkerError } from '../context/errors.ts'

const REFUSALS_PER_SECOND = 1
export const REFUSAL_BURST = 20
const MAX_ADDRESSES = 10_000

export interface RefusalLimit {
  /** Reserves one of the address's refusals before a key is checked. @throws WorkerError rate_limited if it has none left */
  reserve(ip: string): void
  /** Returns the reservation, because the key was not refused. */
  release(ip: string): void
}

/**
 * Limits requests with refused keys per address. An address that tries many keys concurrently gets no more responses
 * than one that tries them one after another, and costs the API nothing beyond its limit.
 */
export function createRefusalLimit(clock: Clock): RefusalLimit {
  const buckets = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES })
  const findBucket = (ip: string): TokenBucket => {
    const group = toAddressGroup(ip)
    const nowMs = clock.nowMs()
    const bucket = buckets.get(group) ?? createTokenBucket(REFUSALS_PER_SECOND, REFUSAL_BURST, nowMs)
    buckets.set(group, bucket)
    refillBucket(bucket, nowMs)
    return bucket
  }
  return {
    reserve(ip) {
      const bucket = findBucket(ip)
      if (hasToken(bucket)) return consumeToken(bucket)
      throw new WorkerError(
        'rate_limited',
        'Too many requests with refused keys came from this address. Check the key, then try again later.',
        {
          headers: { 'retry-after': String(computeSecondsToNext(bucket)) },
        },
      )
    },
    release: (ip) => returnToken(findBucket(ip)),
  }
}
