/** Levels are in thousandths of a request, so that a rate per second is a whole number of units per millisecond. */
const UNITS_PER_REQUEST = 1000

/** A token bucket of `burst` requests that refills at `ratePerSecond`. */
export interface TokenBucket {
  readonly ratePerSecond: number
  readonly burst: number
  level: number
  atMs: number
}

export const createTokenBucket = (ratePerSecond: number, burst: number, nowMs: number): TokenBucket => ({
  ratePerSecond,
  burst,
  level: burst * UNITS_PER_REQUEST,
  atMs: nowMs,
})

/** Refills by the passed time; a backward clock jump adds nothing. */
export function refillBucket(bucket: TokenBucket, nowMs: number): void {
  const passedMs = nowMs - bucket.atMs
  if (passedMs === 0) return
  bucket.atMs = nowMs
  if (passedMs > 0)
    bucket.level = Math.min(bucket.burst * UNITS_PER_REQUEST, bucket.level + passedMs * bucket.ratePerSecond)
}

export const hasToken = (bucket: TokenBucket): boolean => bucket.level >= UNITS_PER_REQUEST

export const consumeToken = (bucket: TokenBucket): void => {
  bucket.level -= UNITS_PER_REQUEST
}

export const countRemainingRequests = (bucket: TokenBucket): number => Math.floor(bucket.level / UNITS_PER_REQUEST)

/** Computes the seconds until the next request is allowed, rounded up, at least 1. */
export const computeSecondsToNext = (bucket: TokenBucket): number =>
  Math.max(1, Math.ceil((UNITS_PER_REQUEST - (bucket.level % UNITS_PER_REQUEST)) / bucket.ratePerSecond / 1000))
