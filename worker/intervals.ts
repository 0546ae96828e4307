/** Minimum interval at any scale: each round queries a database or Temporal. */
const SHORTEST_MS = 1000

/** Creates a function that scales intervals by KITROOM_INTERVAL_SCALE, to no less than a second. */
export const createIntervals =
  (scale: number) =>
  (intervalMs: number): number =>
    Math.max(Math.min(intervalMs, SHORTEST_MS), intervalMs * scale)
