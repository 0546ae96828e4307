import { classifyAttempt, type AttemptResult } from './classify.ts'
import { createConcurrencyLimits } from './concurrency.ts'
import type { Cycle } from './cycle.ts'
import type { EndpointQueue } from './queues.ts'
import type { ClassifiedResult } from './recordResults.ts'
import { createSender, type SenderDeps } from './sender.ts'

/** Running attempts, and ended ones that are not recorded yet. */
export interface Attempts {
  /** Returns the number of attempts that may begin now for an endpoint; none once closed. */
  availableSlots: (queue: EndpointQueue) => number
  /** Makes one attempt. `takeResults` returns its result. */
  start(next: Cycle['toSend'][number]): Promise<void>
  /**
   * Classifies and removes all results, and frees their slots. Only the cycle that records a result may use its slot,
   * because it knows if the endpoint fails.
   */
  takeResults(nowMs: number): ClassifiedResult[]
  /** Puts back results that a cycle could not record. */
  putBack(taken: readonly AttemptResult[]): void
  resultCount(): number
  /** Returns the number of attempts that are running or not yet recorded. */
  inFlight(): number
  close(): void
  isClosed(): boolean
  interrupt(): void
  disconnect(): Promise<void>
}

/** @param onEnd called with the account of each ended attempt */
export function createAttempts(deps: SenderDeps, onEnd: (account: string) => void): Attempts {
  const limits = createConcurrencyLimits()
  const sender = createSender(deps)
  const interruptController = new AbortController()
  let ended: AttemptResult[] = []
  let released: readonly AttemptResult[] = []
  let isClosed = false
  return {
    availableSlots: (queue) => (isClosed || sender.cannotSign(queue) ? 0 : limits.availableSlots(queue)),
    async start({ queue, claimed }) {
      limits.begin(queue.id)
      const outcome = await sender.send(queue, claimed, interruptController.signal)
      ended.push({ claimed, outcome, failingSinceMs: queue.failing_since_ms })
      onEnd(queue.account_id)
    },
    takeResults(nowMs) {
      const taken = [...released, ...ended]
      for (const { claimed, outcome } of ended) limits.end(claimed.endpoint, outcome.error === null)
      ended = []
      released = []
      return taken.map((result) => ({ ...result, classification: classifyAttempt(result, nowMs, Math.random()) }))
    },
    putBack: (taken) => void (released = taken),
    resultCount: () => ended.length + released.length,
    inFlight: () => limits.inFlight() + released.length,
    close: () => void (isClosed = true),
    isClosed: () => isClosed,
    interrupt: () => interruptController.abort(),
    disconnect: () => sender.close(),
  }
}
