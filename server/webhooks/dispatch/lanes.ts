import type { Queue } from './queues.ts'

/** Requests to one endpoint at once. */
const MOST_EACH = 32
/** An endpoint begins with so many, and gains one with each success. */
const FIRST = 4
/** Requests at once in all; beyond it every endpoint still has its first. */
const MOST_IN_ALL = 256
/** Requests at once in all, whatever happens. */
const LIMIT = 1024

interface Lane {
  inFlight: number
  width: number
}

/** How many requests are under way to each endpoint, and how many more may be. */
export interface Lanes {
  /** How many more requests an endpoint may be sent now. One that fails has one at a time. */
  room(queue: Pick<Queue, 'id' | 'failing_since_ms'>): number
  begin(endpoint: string): void
  end(endpoint: string, isSuccess: boolean): void
  /** Requests under way in all. */
  inFlight(): number
}

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>()
  let total = 0
  const laneOf = (endpoint: string): Lane => lanes.get(endpoint) ?? { inFlight: 0, width: FIRST }
  return {
    room({ id, failing_since_ms: failingSinceMs }) {
      const lane = laneOf(id)
      const own = (failingSinceMs === null ? lane.width : 1) - lane.inFlight
      const left = lane.inFlight === 0 ? Math.max(1, MOST_IN_ALL - total) : MOST_IN_ALL - total
      return Math.max(0, Math.min(own, left, LIMIT - total))
    },
    begin(endpoint) {
      const lane = laneOf(endpoint)
      lanes.set(endpoint, lane)
      lane.inFlight += 1
      total += 1
    },
    end(endpoint, isSuccess) {
      const lane = laneOf(endpoint)
      total -= 1
      lane.inFlight -= 1
      lane.width = isSuccess ? Math.min(MOST_EACH, lane.width + 1) : 1
      // What is known of an endpoint that rests is forgotten, unless it was better than nothing known.
      if (lane.inFlight === 0 && lane.width <= FIRST) lanes.delete(endpoint)
    },
    inFlight: () => total,
  }
}
