/** Levels are counted in thousandths of a request: a rate per second is then as many per millisecond, and nothing is ever rounded. */
const ONE = 1000

/** A token bucket: it holds `burst` requests when full and gains `ratePerSecond` each second. */
export interface Bucket {
  readonly ratePerSecond: number
  readonly burst: number
  level: number
  atMs: number
}

export const createBucket = (ratePerSecond: number, burst: number, nowMs: number): Bucket => ({
  ratePerSecond,
  burst,
  level: burst * ONE,
  atMs: nowMs,
})

/** Adds what has come since the last time. A clock that jumps back adds nothing. */
export function refill(bucket: Bucket, nowMs: number): void {
  const passedMs = nowMs - bucket.atMs
  if (passedMs === 0) return
  bucket.atMs = nowMs
  if (passedMs > 0) bucket.level = Math.min(bucket.burst * ONE, bucket.level + passedMs * bucket.ratePerSecond)
}

/** Whether there is one request left. */
export const hasOne = (bucket: Bucket): boolean => bucket.level >= ONE

export const takeOne = (bucket: Bucket): void => {
  bucket.level -= ONE
}

/** Whole requests left. */
export const remaining = (bucket: Bucket): number => Math.floor(bucket.level / ONE)

/** Seconds until there is one more, rounded up; at least 1. */
export const secondsToNext = (bucket: Bucket): number => Math.max(1, Math.ceil((ONE - (bucket.level % ONE)) / bucket.ratePerSecond / 1000))
