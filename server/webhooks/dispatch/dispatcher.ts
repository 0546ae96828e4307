import { setTimeout as wait } from 'node:timers/promises'
import { createWakeup } from './wakeup.ts'
import type { DispatchCounts } from './counts.ts'
import { createEngine, type DispatcherDeps, type Engine } from './engine.ts'

/** Number of concurrent API requests at which the API gets priority over the dispatcher. */
const BUSY_REQUESTS = 4
/**
 * Time after its last peak for which the API counts as busy. Responses are sent in batches, so a single low count
 * proves nothing.
 */
const BUSY_FOR_MS = 100

interface ApiLoad {
  sample(): void
  isBusy(): boolean
}

function trackApiLoad(requestsInFlight: () => number): ApiLoad {
  let busyUntilMs = 0
  const sample = (): void => {
    if (requestsInFlight() >= BUSY_REQUESTS) busyUntilMs = performance.now() + BUSY_FOR_MS
  }
  return {
    sample: sample,
    isBusy() {
      sample()
      return performance.now() < busyUntilMs
    },
  }
}

/** Pause between cycles, so that each one handles several deliveries. */
const CYCLE_PAUSE_MS = 4
/** Pause under API load; cycles are then also smaller. */
const BUSY_PAUSE_MS = 20
/** Minimum pause under API load, as a multiple of the cycle's duration. */
const BUSY_PAUSE_FACTOR = 3
const ERROR_PAUSE_MS = 1000
const STOP_TIMEOUT_MS = 3000

/** Sends events to webhook endpoints. Every server runs a dispatcher; they share the work through the database. */
export interface Dispatcher {
  start(): void
  /** Starts a cycle after endpoints or deliveries have changed. */
  wake(): void
  /** Wakes after a write with events. It costs nothing for an account without endpoints. */
  notifyEvents(account: string): void
  /** Resolves when all due deliveries have been tried and recorded. */
  idle(): Promise<void>
  counts(): DispatchCounts
  inFlight(): number
  /** Stops claiming deliveries. Running attempts get a short time to finish, then their deliveries are released. */
  stop(): Promise<void>
}

/** Records the remaining results. Unrecorded attempts are repeated. */
async function recordRemainingResults(
  engine: Engine,
  { log, stopTimeoutMs = STOP_TIMEOUT_MS }: DispatcherDeps,
): Promise<void> {
  const endMs = performance.now() + stopTimeoutMs
  while (engine.inFlight() > 0 && performance.now() < endMs) {
    if (engine.idleMs() === 0) await engine.runCycle(false)
    await wait(CYCLE_PAUSE_MS)
  }
  engine.interrupt()
  // Interrupted attempts report their result in the next event-loop iteration.
  await wait(0)
  if (engine.inFlight() > 0) await engine.runCycle(false)
  if (engine.inFlight() > 0)
    log.warn({ attempts: engine.inFlight() }, 'webhooks: attempts were not recorded; they are repeated')
}

function createPacedCycles(engine: Engine, apiLoad: ApiLoad, log: DispatcherDeps['log']): () => Promise<void> {
  let isDatabaseDown = false
  return async () => {
    const [isBusy, startMs] = [apiLoad.isBusy(), performance.now()]
    try {
      await engine.runCycle(isBusy)
      isDatabaseDown = false
      await wait(isBusy ? Math.max(BUSY_PAUSE_MS, BUSY_PAUSE_FACTOR * (performance.now() - startMs)) : CYCLE_PAUSE_MS)
    } catch (error) {
      if (!isDatabaseDown) log.error({ err: error }, 'webhooks: the database failed; nothing is sent until it answers')
      isDatabaseDown = true
      await wait(ERROR_PAUSE_MS)
    }
  }
}

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { log } = deps
  const wakeup = createWakeup()
  const apiLoad = trackApiLoad(deps.requestsInFlight)
  const engine = createEngine(deps, () => {
    apiLoad.sample()
    wakeup.notify()
  })
  const waitingForIdle: (() => void)[] = []
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  const runPacedCycle = createPacedCycles(engine, apiLoad, log)

  const runCycle = async (): Promise<void> => {
    const idleWaiters = waitingForIdle.splice(0)
    await runPacedCycle()
    if (engine.inFlight() === 0 && engine.idleMs() > 0) for (const resolve of idleWaiters) resolve()
    else waitingForIdle.push(...idleWaiters)
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await wakeup.wait(engine.idleMs())
      if (!stopping.signal.aborted) await runCycle()
    }
    await recordRemainingResults(engine, deps)
  }
  const wake = (): void => {
    engine.wake()
    wakeup.notify()
  }
  return {
    start: () => void (running ??= run()),
    wake,
    notifyEvents(account) {
      if (!engine.notifyEvents(account)) return
      apiLoad.sample()
      wakeup.notify()
    },
    idle() {
      const { promise, resolve } = Promise.withResolvers<void>()
      waitingForIdle.push(resolve)
      wake()
      return promise
    },
    counts: () => engine.counts,
    inFlight: () => engine.inFlight(),
    async stop() {
      stopping.abort()
      engine.close()
      wakeup.notify()
      await running?.catch((error: unknown) =>
        log.error({ err: error }, 'webhooks: attempts were not recorded; they are repeated'),
      )
      await engine.disconnect()
    },
  }
}
