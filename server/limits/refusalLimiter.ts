import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { createError } from '../errors.ts'
import { toAddressGroup } from '../../platform/toAddressGroup.ts'
import {
  createTokenBucket,
  hasToken,
  refillBucket,
  computeSecondsToNext,
  consumeToken,
  type TokenBucket,
} from '../../platform/tokenBucket.ts'

export const REFUSALS_PER_SECOND = 10
export const REFUSAL_BURST = 50
const MAX_ADDRESSES = 10_000

/** Returns a function that counts a refused request of an address. @throws AppError rate_limited */
export function createRefusalLimiter(clock: Clock): (ip: string) => void {
  const buckets = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES })
  return (ip) => {
    const nowMs = clock.nowMs()
    const group = toAddressGroup(ip)
    let bucket = buckets.get(group)
    if (!bucket) {
      bucket = createTokenBucket(REFUSALS_PER_SECOND, REFUSAL_BURST, nowMs)
      buckets.set(group, bucket)
    }
    refillBucket(bucket, nowMs)
    if (hasToken(bucket)) return consumeToken(bucket)
    throw createError(
      'too_many_refusals',
      {},
      {
        headers: { 'Retry-After': String(computeSecondsToNext(bucket)) },
        violatedPolicies: ['refusals'],
      },
    )
  }
}
