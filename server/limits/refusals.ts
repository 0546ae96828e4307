import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../errors.ts'
import { addressGroup } from '../../platform/addressGroup.ts'
import { createBucket, hasToken, refill, secondsToNext, consumeToken, type Bucket } from './bucket.ts'

export const REFUSALS_PER_SECOND = 10
export const REFUSAL_BURST = 50
const MAX_ADDRESSES = 10_000

/** Returns a function that counts a refused request of an address. @throws AppError rate_limited */
export function createRefusalCounter(clock: Clock): (ip: string) => void {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_ADDRESSES })
  return (ip) => {
    const nowMs = clock.nowMs()
    const group = addressGroup(ip)
    let bucket = buckets.get(group)
    if (!bucket) {
      bucket = createBucket(REFUSALS_PER_SECOND, REFUSAL_BURST, nowMs)
      buckets.set(group, bucket)
    }
    refill(bucket, nowMs)
    if (hasToken(bucket)) return consumeToken(bucket)
    throw new AppError('rate_limited', 'Too many requests with refused keys came from this address. Check the key, then try again later.', {
      headers: { 'Retry-After': String(secondsToNext(bucket)) },
      violatedPolicies: ['refusals'],
    })
  }
}
