import { setTimeout as wait } from 'node:timers/promises'
import { createBell } from './bell.ts'
import type { DispatchCounts } from './counts.ts'
import { createEngine, type DispatcherDeps, type Engine } from './engine.ts'

/** Turns are at least so far apart, so that each writes down and takes several deliveries. */
const TURN_EVERY_MS = 4
/** With so many requests of the API under way, they come first. */
const BUSY_REQUESTS = 4
const TURN_WHEN_BUSY_MS = 20
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

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { log, requestsInFlight } = deps
  const bell = createBell()
  const engine = createEngine(deps, () => bell.ring())
  let waiting: (() => void)[] = []
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  let isTroubled = false

  const turn = async (): Promise<void> => {
    const isBusy = requestsInFlight() >= BUSY_REQUESTS
    const asked = waiting.splice(0)
    try {
      await engine.turn(isBusy)
      isTroubled = false
      await wait(isBusy ? TURN_WHEN_BUSY_MS : TURN_EVERY_MS)
    } catch (error) {
      if (!isTroubled) log.error({ err: error }, 'webhooks: the database failed; nothing is sent until it answers')
      isTroubled = true
      await wait(REST_AFTER_ERROR_MS)
    }
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
    noteEvents: (account) => void (engine.noteEvents(account) && bell.ring()),
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
