import { setTimeout as wait } from 'node:timers/promises'
import { createBell } from './bell.ts'
import { watchRequests, type BusyWatch } from './busy.ts'
import type { DispatchCounts } from './counts.ts'
import { createEngine, type DispatcherDeps, type Engine } from './engine.ts'

/** Turns are at least so far apart, so that each writes down and takes several deliveries. */
const TURN_EVERY_MS = 4
/** While the API is busy turns are smaller and further apart, */
const REST_WHEN_BUSY_MS = 20
/** and so many times as long as the turn took: where the machine is short of time, it is the API that has it. */
const REST_WHEN_BUSY = 3
const REST_AFTER_ERROR_MS = 1000
const STOP_WITHIN_MS = 3000

/** Sends events to the endpoints that want them. Every server has one; they share the work through the database. */
export interface Dispatcher {
  /** Begins to send. */
  start(): void
  /** Looks whether there is something to send: after endpoints or deliveries have changed. */
  wake(): void
  /** As `wake`, after a write of an account that has told of something; it costs nothing where nobody wants to know. */
  noteEvents(account: string): void
  /** Resolves once everything that is due has been tried and written down. */
  idle(): Promise<void>
  /** What came of attempts since the server began. */
  counts(): DispatchCounts
  /** Attempts under way. */
  underWay(): number
  /** Takes no more deliveries. Those under way get a short time, then they are given back. */
  stop(): Promise<void>
}

/** Writes down what is left when no more is taken. What cannot be written is sent again by whoever finds it. */
async function finish(engine: Engine, { log, stopWithinMs = STOP_WITHIN_MS }: DispatcherDeps): Promise<void> {
  const endMs = performance.now() + stopWithinMs
  while (engine.underWay() > 0 && performance.now() < endMs) {
    if (engine.restMs() === 0) await engine.turn(false)
    await wait(TURN_EVERY_MS)
  }
  engine.interrupt()
  // An attempt that was ended tells so in the next moment.
  await wait(0)
  if (engine.underWay() > 0) await engine.turn(false)
  if (engine.underWay() > 0) log.warn({ attempts: engine.underWay() }, 'webhooks: attempts were not written down; they are made again')
}

/** Takes turns with the API, and waits for a database that does not answer. */
function createTurns(engine: Engine, busy: BusyWatch, log: DispatcherDeps['log']): () => Promise<void> {
  let isTroubled = false
  return async () => {
    const [isBusy, startMs] = [busy.isBusy(), performance.now()]
    try {
      await engine.turn(isBusy)
      isTroubled = false
      await wait(isBusy ? Math.max(REST_WHEN_BUSY_MS, REST_WHEN_BUSY * (performance.now() - startMs)) : TURN_EVERY_MS)
    } catch (error) {
      if (!isTroubled) log.error({ err: error }, 'webhooks: the database failed; nothing is sent until it answers')
      isTroubled = true
      await wait(REST_AFTER_ERROR_MS)
    }
  }
}

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { log } = deps
  const bell = createBell()
  const busy = watchRequests(deps.requestsInFlight)
  const engine = createEngine(deps, () => {
    busy.look()
    bell.ring()
  })
  const waiting: (() => void)[] = []
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  const turnAndRest = createTurns(engine, busy, log)

  const turn = async (): Promise<void> => {
    const asked = waiting.splice(0)
    await turnAndRest()
    if (engine.underWay() === 0 && engine.restMs() > 0) for (const tell of asked) tell()
    else waiting.push(...asked)
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await bell.wait(engine.restMs())
      if (!stopping.signal.aborted) await turn()
    }
    await finish(engine, deps)
  }
  const wake = (): void => {
    engine.wake()
    bell.ring()
  }
  return {
    start: () => void (running ??= run()),
    wake,
    noteEvents(account) {
      if (!engine.noteEvents(account)) return
      busy.look()
      bell.ring()
    },
    idle() {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      wake()
      return promise
    },
    counts: () => engine.counts,
    underWay: () => engine.underWay(),
    async stop() {
      stopping.abort()
      engine.close()
      bell.ring()
      await running?.catch((error: unknown) => log.error({ err: error }, 'webhooks: attempts were not written down; they are made again'))
      await engine.disconnect()
    },
  }
}
