/** Levels are thousandths of a request: a rate per second equals units per millisecond, without rounding. */
const ONE = 1000

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
  level: burst * ONE,
  atMs: nowMs,
})

/** Refills by the time passed; a backward clock jump adds nothing. */
export function refill(bucket: Bucket, nowMs: number): void {
  const passedMs = nowMs - bucket.atMs
  if (passedMs === 0) return
  bucket.atMs = nowMs
  if (passedMs > 0) bucket.level = Math.min(bucket.burst * ONE, bucket.level + passedMs * bucket.ratePerSecond)
}

export const hasToken = (bucket: Bucket): boolean => bucket.level >= ONE

export const consumeToken = (bucket: Bucket): void => {
  bucket.level -= ONE
}

export const remaining = (bucket: Bucket): number => Math.floor(bucket.level / ONE)

/** At least 1, rounded up. */
export const secondsToNext = (bucket: Bucket): number => Math.max(1, Math.ceil((ONE - (bucket.level % ONE)) / bucket.ratePerSecond / 1000))
