import { ENDPOINT_FAILING_DAYS } from '../../../contract/policies.ts'
import { randomUUID } from 'node:crypto'
import type { Dispatcher as HttpDispatcher } from 'undici'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/log.ts'
import type { AllowList } from '../../../platform/outbound/allowList.ts'
import type { Database } from '../../../platform/sql/types.ts'
import type { SecretBox } from '../secretBox.ts'
import { createAgenda } from './agenda.ts'
import { countOutcomes, noOutcomes, type DispatchCounts } from './counts.ts'
import { createLanes } from './lanes.ts'
import type { Queue } from './queues.ts'
import type { Disabled } from './record.ts'
import { createSender } from './sender.ts'
import { takeTurn, type Turn } from './turn.ts'
import { judge, type Result } from './verdict.ts'

/** How much longer than an attempt may take its delivery stays this server's. */
const LEASE_MARGIN_MS = 15_000

/** What a turn does at most: a few milliseconds of work, less while requests of the API are being answered. */
const MOST = { sendsAtMost: 64, rowsAtMost: 240 }
const MOST_WHEN_BUSY = { sendsAtMost: 16, rowsAtMost: 80 }

export interface DispatcherDeps {
  db: Database
  clock: Clock
  log: Logger
  secrets: SecretBox
  /** What may be reached besides the public internet. */
  allow: AllowList
  /** What connects, to checked addresses only; asked for when it is needed first, and ended with the dispatcher. */
  openAgent: () => Promise<HttpDispatcher>
  /** Requests of the API that are being answered. */
  requestsInFlight: () => number
  /** Connecting, sending, waiting and reading of one attempt together. */
  timeoutMs?: number
  /** What is under way when the server stops has this long to end. */
  stopWithinMs?: number
}

/** What sends events, turn by turn. */
export interface Engine {
  /** Writes down what has ended, makes deliveries of new events, takes some that are due and begins to send them. @throws what the database throws */
  turn(isBusy: boolean): Promise<void>
  /** How long there is nothing to do, milliseconds; 0: a turn is wanted. */
  restMs(): number
  wake(): void
  /** @returns whether somebody wants the events of an account */
  noteEvents(account: string): boolean
  /** Takes no more deliveries. */
  close(): void
  /** Ends what is under way. */
  interrupt(): void
  /** Ends the connections. */
  disconnect(): Promise<void>
  /** Attempts under way, or not written down yet. */
  underWay(): number
  counts: DispatchCounts
}

const TIMEOUT_MS = 15_000

/** @param ended called when an attempt has ended */
export function createEngine(deps: DispatcherDeps, ended: () => void): Engine {
  const { db, clock, log, timeoutMs = TIMEOUT_MS } = deps
  const name = randomUUID()
  const agenda = createAgenda()
  const lanes = createLanes()
  const sender = createSender({ ...deps, timeoutMs })
  const counts = noOutcomes()
  const interrupting = new AbortController()
  let closed = false
  let results: Result[] = []
  let turns = 0

  const room = (queue: Queue): number => (closed || sender.cannotSign(queue) ? 0 : lanes.room(queue))
  const send = async ({ queue, claimed }: Turn['toSend'][number]): Promise<void> => {
    lanes.begin(queue.id)
    const outcome = await sender.send(queue, claimed, interrupting.signal)
    lanes.end(queue.id, outcome.error === null)
    results.push({ claimed, outcome, failingSinceMs: queue.failing_since_ms })
    agenda.add(queue.account_id)
    ended()
  }
  const turn = async (isBusy: boolean): Promise<void> => {
    const nowMs = clock.nowMs()
    const accounts = closed ? [] : agenda.take(nowMs)
    const taken = results
    results = []
    const judged = taken.map((result) => ({ ...result, verdict: judge(result, nowMs, Math.random()) }))
    turns += 1
    const input = { judged, accounts, room, holder: `${name} ${turns}`, offset: turns, nowMs, leaseMs: timeoutMs + LEASE_MARGIN_MS }
    try {
      const done = await db.write((tx) => takeTurn(tx, { ...input, ...(isBusy ? MOST_WHEN_BUSY : MOST) }), { durable: false })
      for (const account of done.busy) agenda.add(account)
      if (done.cancelled > 0) agenda.addAll()
      for (const one of done.toSend) void send(one)
      agenda.note(accounts, done.queues, (queue) => room(queue) > 0)
      countOutcomes(counts, judged)
      for (const one of done.disabled) tell(log, one)
    } catch (error) {
      // It is written down later. Once the lease has ended that counts no more: it is sent again.
      results = [...taken.filter(({ claimed }) => claimed.untilMs > nowMs), ...results]
      agenda.addAll()
      throw error
    }
  }
  return {
    turn,
    restMs: () => (results.length > 0 ? 0 : closed ? Infinity : agenda.restMs(clock.nowMs())),
    wake: () => agenda.addAll(),
    noteEvents(account) {
      if (!agenda.knows(account)) return false
      agenda.add(account)
      return true
    },
    close: () => void (closed = true),
    interrupt: () => interrupting.abort(),
    disconnect: () => sender.close(),
    underWay: () => lanes.inFlight() + results.length,
    counts,
  }
}

function tell(log: Logger, { account, endpoint, reason }: Disabled): void {
  const why = reason === 'gone' ? 'it answered 410 Gone' : `nothing has got through to it for ${ENDPOINT_FAILING_DAYS} days`
  log.warn({ account, endpoint, reason }, `a webhook endpoint was switched off: ${why}`)
}
