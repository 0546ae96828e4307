import type { WorkerContext } from '../../context/context.ts'

/** Repeats a request only after an interval. @param request gets the last result */
export function cacheFor<T>(
  { clock, scaledMs }: Pick<WorkerContext, 'clock' | 'scaledMs'>,
  intervalMs: number,
  first: T,
  request: (last: T) => Promise<T>,
): () => Promise<T> {
  let last = first
  let requestedAtMs = -Infinity
  return async () => {
    if (clock.nowMs() - requestedAtMs < scaledMs(intervalMs)) return last
    requestedAtMs = clock.nowMs()
    last = await request(last)
    return last
  }
}
