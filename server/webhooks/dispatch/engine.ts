import { MAX_ENDPOINT_FAILING_DAYS } from '../../../contract/policies.ts'
import { randomUUID } from 'node:crypto'
import type { Dispatcher as HttpDispatcher } from 'undici'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/log.ts'
import type { AllowList } from '../../../platform/outbound/allowList.ts'
import type { Database } from '../../../platform/sql/types.ts'
import type { SecretBox } from '../../../platform/secretBox.ts'
import { createWorkQueue } from './workQueue.ts'
import { countOutcomes, createDispatchCounts, type DispatchCounts } from './counts.ts'
import { createConcurrencyLimits, type ConcurrencyLimits } from './concurrency.ts'
import type { EndpointQueue } from './queues.ts'
import type { DisabledEndpoint } from './recordResults.ts'
import { createSender } from './sender.ts'
import { processCycle, type Cycle } from './cycle.ts'
import { classifyAttempt, type AttemptResult } from './classify.ts'

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
  /** Connects to checked addresses only; opened on first use, closed with the dispatcher. */
  openAgent: () => Promise<HttpDispatcher>
  requestsInFlight: () => number
  timeoutMs?: number
  stopTimeoutMs?: number
}

export interface Engine {
  /** Records results, fans out new events, claims due deliveries and starts sending them. @throws the database's error */
  runCycle(isBusy: boolean): Promise<void>
  /** Milliseconds until the next cycle is needed. */
  idleMs(): number
  wake(): void
  /** Returns false if the account has no enabled endpoint. */
  notifyEvents(account: string): boolean
  close(): void
  interrupt(): void
  disconnect(): Promise<void>
  /** Attempts running or not yet recorded. */
  inFlight(): number
  counts: DispatchCounts
}

const TIMEOUT_MS = 15_000

/** Ended attempts that are not recorded yet. */
interface Results {
  add(result: AttemptResult): void
  /** Removes all, and frees their slots: only the cycle that records a result may use its slot, because it knows whether the endpoint fails. */
  take(): AttemptResult[]
  /** Adds results that a cycle could not record. */
  putBack(taken: AttemptResult[]): void
  count(): number
  /** Number of those whose slots are free. */
  releasedCount(): number
}

function createResults(limits: ConcurrencyLimits): Results {
  let ended: AttemptResult[] = []
  let released: AttemptResult[] = []
  return {
    add: (result) => void ended.push(result),
    take() {
      const taken = [...released, ...ended]
      for (const { claimed, outcome } of ended) limits.end(claimed.endpoint, outcome.error === null)
      ended = []
      released = []
      return taken
    },
    putBack: (taken) => void (released = taken),
    count: () => ended.length + released.length,
    releasedCount: () => released.length,
  }
}

export function createEngine(deps: DispatcherDeps, onEnd: () => void): Engine {
  const { db, clock, log, timeoutMs = TIMEOUT_MS } = deps
  const dispatcherId = randomUUID()
  const workQueue = createWorkQueue()
  const limits = createConcurrencyLimits()
  const sender = createSender({ ...deps, timeoutMs })
  const counts = createDispatchCounts()
  const interruptController = new AbortController()
  let isClosed = false
  const results = createResults(limits)
  let cycles = 0

  const availableSlots = (queue: EndpointQueue): number =>
    isClosed || sender.cannotSign(queue) ? 0 : limits.availableSlots(queue)
  const send = async ({ queue, claimed }: Cycle['toSend'][number]): Promise<void> => {
    limits.begin(queue.id)
    const outcome = await sender.send(queue, claimed, interruptController.signal)
    results.add({ claimed, outcome, failingSinceMs: queue.failing_since_ms })
    workQueue.enqueue(queue.account_id)
    onEnd()
  }
  const runCycle = async (isBusy: boolean): Promise<void> => {
    const nowMs = clock.nowMs()
    const accounts = isClosed ? [] : workQueue.dequeue(nowMs)
    const finished = results.take()
    const classified = finished.map((result) => ({
      ...result,
      classification: classifyAttempt(result, nowMs, Math.random()),
    }))
    const holder = `${dispatcherId} ${++cycles}`
    const input = {
      results: classified,
      accounts,
      availableSlots,
      holder,
      offset: cycles,
      nowMs,
      leaseMs: timeoutMs + LEASE_MARGIN_MS,
    }
    try {
      const cycle = await db.write((tx) => processCycle(tx, { ...input, ...(isBusy ? BUSY_LIMITS : LIMITS) }), {
        durable: false,
      })
      for (const account of cycle.activeAccounts) workQueue.enqueue(account)
      if (cycle.cancelled > 0) workQueue.enqueueAll()
      for (const one of cycle.toSend) void send(one)
      workQueue.update(accounts, cycle.queues, (queue) => availableSlots(queue) > 0)
      countOutcomes(counts, classified)
      for (const one of cycle.disabled) logDisabled(log, one)
    } catch (error) {
      // A later cycle records these results. After its lease an attempt no longer counts and is repeated.
      results.putBack(finished.filter(({ claimed }) => claimed.untilMs > nowMs))
      workQueue.enqueueAll()
      throw error
    }
  }
  return {
    runCycle,
    idleMs: () => (results.count() > 0 ? 0 : isClosed ? Infinity : workQueue.idleMs(clock.nowMs())),
    wake: () => workQueue.enqueueAll(),
    notifyEvents(account) {
      if (!workQueue.hasEndpoint(account)) return false
      workQueue.enqueue(account)
      return true
    },
    close: () => void (isClosed = true),
    interrupt: () => interruptController.abort(),
    disconnect: () => sender.close(),
    inFlight: () => limits.inFlight() + results.releasedCount(),
    counts,
  }
}

function logDisabled(log: Logger, { account, endpoint, reason }: DisabledEndpoint): void {
  const reasonText =
    reason === 'gone'
      ? 'the receiver answered 410 Gone'
      : `no delivery has succeeded for ${MAX_ENDPOINT_FAILING_DAYS} days`
  log.warn({ account, endpoint, reason }, `a webhook endpoint was switched off: ${reasonText}`)
}
