import { MAX_ENDPOINT_FAILING_DAYS } from '../../../contract/policies.ts'
import { randomUUID } from 'node:crypto'
import type { Dispatcher as HttpDispatcher } from 'undici'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/log.ts'
import type { AllowList } from '../../../platform/outbound/allowList.ts'
import type { Database } from '../../../platform/sql/types.ts'
import type { SecretBox } from '../../../platform/secretBox.ts'
import { createAttempts } from './attempts.ts'
import { createWorkQueue, type WorkQueue } from './workQueue.ts'
import { countOutcomes, createDispatchCounts, type DispatchCounts } from './counts.ts'
import type { DisabledEndpoint } from './recordResults.ts'
import { processCycle, type Cycle } from './cycle.ts'

/** Lease time beyond the timeout of an attempt. */
const LEASE_MARGIN_MS = 15_000

/** Limits of one cycle: a few milliseconds of work, less under API load. */
const LIMITS = { maxSends: 64, maxRows: 240 }
const BUSY_LIMITS = { maxSends: 16, maxRows: 80 }

export interface DispatcherDeps {
  db: Database
  clock: Clock
  log: Logger
  secrets: SecretBox
  allow: AllowList
  /** Opens an agent on first use that connects only to checked addresses. The dispatcher closes it. */
  openAgent: () => Promise<HttpDispatcher>
  requestsInFlight: () => number
  timeoutMs?: number
  stopTimeoutMs?: number
}

export interface Engine {
  /**
   * Records results, fans out new events, claims due deliveries and starts sending them.
   * @throws the database's error
   */
  runCycle(isBusy: boolean): Promise<void>
  /** Returns the milliseconds until the next cycle is needed. */
  idleMs(): number
  wake(): void
  /** Returns false if the account has no enabled endpoint. */
  notifyEvents(account: string): boolean
  close(): void
  interrupt(): void
  disconnect(): Promise<void>
  /** Returns the number of attempts that are running or not yet recorded. */
  inFlight(): number
  counts: DispatchCounts
}

const TIMEOUT_MS = 15_000

export function createEngine(deps: DispatcherDeps, onEnd: () => void): Engine {
  const { db, clock, log, timeoutMs = TIMEOUT_MS } = deps
  const dispatcherId = randomUUID()
  const workQueue = createWorkQueue()
  const attempts = createAttempts({ ...deps, timeoutMs }, (account) => {
    workQueue.enqueue(account)
    onEnd()
  })
  const counts = createDispatchCounts()
  let cycles = 0

  const runCycle = async (isBusy: boolean): Promise<void> => {
    const nowMs = clock.nowMs()
    const accounts = attempts.isClosed() ? [] : workQueue.dequeue(nowMs)
    const results = attempts.takeResults(nowMs)
    const input = {
      ...(isBusy ? BUSY_LIMITS : LIMITS),
      results,
      accounts,
      availableSlots: attempts.availableSlots,
      holder: `${dispatcherId} ${++cycles}`,
      offset: cycles,
      nowMs,
      leaseMs: timeoutMs + LEASE_MARGIN_MS,
    }
    try {
      const cycle = await db.write((tx) => processCycle(tx, input), { durable: false })
      enqueueRemaining(workQueue, cycle)
      for (const one of cycle.toSend) void attempts.start(one)
      workQueue.update(accounts, cycle.queues, (queue) => attempts.availableSlots(queue) > 0)
      countOutcomes(counts, results)
      for (const one of cycle.disabled) logDisabled(log, one)
    } catch (error) {
      // A later cycle records these results. An attempt whose lease has ended does not count and is repeated.
      attempts.putBack(results.filter(({ claimed }) => claimed.untilMs > nowMs))
      workQueue.enqueueAll()
      throw error
    }
  }
  return {
    runCycle,
    idleMs() {
      if (attempts.resultCount() > 0) return 0
      return attempts.isClosed() ? Infinity : workQueue.idleMs(clock.nowMs())
    },
    wake: () => workQueue.enqueueAll(),
    notifyEvents(account) {
      if (!workQueue.hasEndpoint(account)) return false
      workQueue.enqueue(account)
      return true
    },
    close: () => attempts.close(),
    interrupt: () => attempts.interrupt(),
    disconnect: () => attempts.disconnect(),
    inFlight: () => attempts.inFlight(),
    counts,
  }
}

function enqueueRemaining(workQueue: WorkQueue, { activeAccounts, cancelled }: Cycle): void {
  for (const account of activeAccounts) workQueue.enqueue(account)
  if (cancelled > 0) workQueue.enqueueAll()
}

function logDisabled(log: Logger, { account, endpoint, reason }: DisabledEndpoint): void {
  const reasonText =
    reason === 'gone'
      ? 'the receiver answered 410 Gone'
      : `no delivery has succeeded for ${MAX_ENDPOINT_FAILING_DAYS} days`
  log.warn({ account, endpoint, reason }, `a webhook endpoint was switched off: ${reasonText}`)
}
