/** Rounds do not come closer than this, whatever the scale: each asks a database or Temporal. */
const SHORTEST_MS = 1000

/** Makes the function that shortens the worker's own intervals by KITROOM_INTERVAL_SCALE. What is shorter than a second stays as it is. */
export const createIntervals =
  (scale: number) =>
  (intervalMs: number): number =>
    Math.max(Math.min(intervalMs, SHORTEST_MS), intervalMs * scale)
