import type { EndpointQueue } from './queues.ts'

const MAX_REQUESTS_PER_ENDPOINT = 32
/** Initial maximum of concurrent requests per endpoint; each success raises it by one. */
const INITIAL_REQUESTS_PER_ENDPOINT = 4
/** Maximum concurrent requests in total. Beyond it, each endpoint without a running request may still send one. */
const MAX_REQUESTS = 256
const HARD_MAX_REQUESTS = 1024

interface EndpointSlots {
  inFlight: number
  limit: number
}

export interface ConcurrencyLimits {
  /** Returns the free slots of an endpoint. A failing endpoint has one in total. */
  availableSlots(queue: Pick<EndpointQueue, 'id' | 'failing_since_ms'>): number
  begin(endpoint: string): void
  end(endpoint: string, isSuccess: boolean): void
  inFlight(): number
}

export function createConcurrencyLimits(): ConcurrencyLimits {
  const byEndpoint = new Map<string, EndpointSlots>()
  let total = 0
  const slotsOf = (endpoint: string): EndpointSlots =>
    byEndpoint.get(endpoint) ?? { inFlight: 0, limit: INITIAL_REQUESTS_PER_ENDPOINT }
  return {
    availableSlots({ id, failing_since_ms: failingSinceMs }) {
      const slots = slotsOf(id)
      const freeForEndpoint = (failingSinceMs === null ? slots.limit : 1) - slots.inFlight
      const freeInTotal = slots.inFlight === 0 ? Math.max(1, MAX_REQUESTS - total) : MAX_REQUESTS - total
      return Math.max(0, Math.min(freeForEndpoint, freeInTotal, HARD_MAX_REQUESTS - total))
    },
    begin(endpoint) {
      const slots = slotsOf(endpoint)
      byEndpoint.set(endpoint, slots)
      slots.inFlight += 1
      total += 1
    },
    end(endpoint, isSuccess) {
      const slots = slotsOf(endpoint)
      total -= 1
      slots.inFlight -= 1
      slots.limit = isSuccess ? Math.min(MAX_REQUESTS_PER_ENDPOINT, slots.limit + 1) : 1
      // Idle endpoints are removed unless their limit has grown.
      if (slots.inFlight === 0 && slots.limit <= INITIAL_REQUESTS_PER_ENDPOINT) byEndpoint.delete(endpoint)
    },
    inFlight: () => total,
  }
}
