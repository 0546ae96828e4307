/** Minimum interval at any scale: each round queries a database or Temporal. */
const MIN_INTERVAL_MS = 1000

/** Creates a function that multiplies intervals by KITROOM_INTERVAL_SCALE, but not to less than a second. */
export const createIntervals =
  (scale: number) =>
  (intervalMs: number): number =>
    Math.max(Math.min(intervalMs, MIN_INTERVAL_MS), intervalMs * scale)
