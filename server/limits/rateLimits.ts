import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import type { Actor } from '../auth/keyCache.ts'
import { createError, type AppError } from '../errors.ts'
import {
  createTokenBucket,
  hasToken,
  refillBucket,
  countRemainingRequests,
  computeSecondsToNext,
  consumeToken,
  type TokenBucket,
} from '../../platform/tokenBucket.ts'
import { createRefusalLimiter } from './refusalLimiter.ts'

const KEY_RATE_PER_SECOND = 100
const ACCOUNT_RATE_PER_SECOND = 200
const BURST_SECONDS = 2
/** Maximum buckets of each kind (LRU). An evicted bucket is most likely full again. */
const MAX_BUCKETS = 10_000

interface HeaderLines {
  extraHeaders: readonly string[]
}

export interface RateLimits {
  /**
   * Counts a request and adds RateLimit headers (draft-ietf-httpapi-ratelimit-headers-10).
   * @throws AppError rate_limited
   */
  count(actor: Actor, target: HeaderLines): void
  /** Counts a refused credential. @throws AppError rate_limited if an address has sent too many */
  countRefusal(ip: string): void
}

export const noRateLimits: RateLimits = { count: () => undefined, countRefusal: () => undefined }

const createBucket = (rate: number, nowMs: number): TokenBucket => createTokenBucket(rate, rate * BURST_SECONDS, nowMs)
const formatPolicy = (name: string, bucket: TokenBucket): string => `"${name}";q=${bucket.burst};w=${BURST_SECONDS}`
const formatState = (name: string, bucket: TokenBucket): string =>
  `"${name}";r=${countRemainingRequests(bucket)};t=${computeSecondsToNext(bucket)}`

function createRateLimitError(key: TokenBucket, account: TokenBucket | undefined): AppError {
  const exceededBuckets = Object.entries({ key, ...(account && { account }) }).filter(([, each]) => !hasToken(each))
  const [name, bucket] = hasToken(key) && account ? (['account', account] as const) : (['key', key] as const)
  const values = { per_second: bucket.ratePerSecond, max: bucket.burst }
  return createError(name === 'key' ? 'key_rate_exceeded' : 'account_rate_exceeded', values, {
    headers: {
      'Retry-After': String(Math.max(...exceededBuckets.map(([, exceeded]) => computeSecondsToNext(exceeded)))),
    },
    violatedPolicies: exceededBuckets.map(([policy]) => policy),
  })
}

interface KeyBucket {
  bucket: TokenBucket
  policies: string
}

/**
 * Creates the token buckets of this process: per key, per account (so that additional keys do not raise the account's
 * rate), and per address for refused credentials. The account's worker does not count against the account.
 */
export function createRateLimits(clock: Clock): RateLimits {
  const keys = new LRUCache<string, KeyBucket>({ max: MAX_BUCKETS })
  const accounts = new LRUCache<string, TokenBucket>({ max: MAX_BUCKETS })
  const accountBucket = (actor: Actor, nowMs: number): TokenBucket | undefined => {
    if (actor.kind === 'worker') return undefined
    const existing = accounts.get(actor.account)
    if (existing) return existing
    const bucket = createBucket(ACCOUNT_RATE_PER_SECOND, nowMs)
    accounts.set(actor.account, bucket)
    return bucket
  }
  const keyBucket = (actor: Actor, account: TokenBucket | undefined, nowMs: number): KeyBucket => {
    const rate = actor.ratePerSecond ?? KEY_RATE_PER_SECOND
    const existing = keys.get(actor.keyId)
    if (existing?.bucket.ratePerSecond === rate) return existing
    const bucket = createBucket(rate, nowMs)
    const created = {
      bucket,
      policies: account
        ? `${formatPolicy('key', bucket)}, ${formatPolicy('account', account)}`
        : formatPolicy('key', bucket),
    }
    keys.set(actor.keyId, created)
    return created
  }
  const count = (actor: Actor, target: HeaderLines): void => {
    const nowMs = clock.nowMs()
    const account = accountBucket(actor, nowMs)
    const { bucket: key, policies } = keyBucket(actor, account, nowMs)
    refillBucket(key, nowMs)
    if (account) refillBucket(account, nowMs)
    const isAllowed = hasToken(key) && (account === undefined || hasToken(account))
    if (isAllowed) {
      consumeToken(key)
      if (account) consumeToken(account)
    }
    const stateHeader = account
      ? `${formatState('key', key)}, ${formatState('account', account)}`
      : formatState('key', key)
    const lines = ['RateLimit-Policy', policies, 'RateLimit', stateHeader]
    target.extraHeaders = target.extraHeaders.length === 0 ? lines : [...target.extraHeaders, ...lines]
    if (!isAllowed) throw createRateLimitError(key, account)
  }
  return { count, countRefusal: createRefusalLimiter(clock) }
}
