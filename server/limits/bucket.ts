/** Levels are in thousandths of a request, so that a rate per second is a whole number of units per millisecond. */
const UNITS_PER_REQUEST = 1000

/** A token bucket of `burst` requests that refills at `ratePerSecond`. */
export interface Bucket {
  readonly ratePerSecond: number
  readonly burst: number
  level: number
  atMs: number
}

export const createBucket = (ratePerSecond: number, burst: number, nowMs: number): Bucket => ({
  ratePerSecond,
  burst,
  level: burst * UNITS_PER_REQUEST,
  atMs: nowMs,
})

/** Refills by the time passed; a backward clock jump adds nothing. */
export function refill(bucket: Bucket, nowMs: number): void {
  const passedMs = nowMs - bucket.atMs
  if (passedMs === 0) return
  bucket.atMs = nowMs
  if (passedMs > 0) bucket.level = Math.min(bucket.burst * UNITS_PER_REQUEST, bucket.level + passedMs * bucket.ratePerSecond)
}

export const hasToken = (bucket: Bucket): boolean => bucket.level >= UNITS_PER_REQUEST

export const consumeToken = (bucket: Bucket): void => {
  bucket.level -= UNITS_PER_REQUEST
}

export const remaining = (bucket: Bucket): number => Math.floor(bucket.level / UNITS_PER_REQUEST)

/** Seconds until the next request is allowed, rounded up, at least 1. */
export const secondsToNext = (bucket: Bucket): number =>
  Math.max(1, Math.ceil((UNITS_PER_REQUEST - (bucket.level % UNITS_PER_REQUEST)) / bucket.ratePerSecond / 1000))
