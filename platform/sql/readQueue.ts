import { DatabaseUnavailable, ReadTooSlow } from './types.ts'

const MAX_WAITING_PER_LANE = 100

export interface QueueLimits {
  concurrency: number
  concurrencyPerLane: number
  /** Time limit of a read, including its wait. Called for each read. */
  timeoutMs: () => number
}

interface Lane {
  waiting: Set<() => void>
  running: number
}

const createTooSlowError = (): Error => new ReadTooSlow('a slow read took too long, or too many wait')

/**
 * Queues slow reads in one lane per account. Lanes are served in rotation and have their own limit, so that one account
 * cannot delay the others.
 */
export class ReadQueue {
  readonly #limits: QueueLimits
  readonly #lanes = new Map<string, Lane>()
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<unknown>>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs a read when its lane has a free slot. `work` must stop when its signal aborts.
   * @throws ReadTooSlow on timeout or a full lane; DatabaseUnavailable when cancelled
   */
  async run<T>(name: string, signal: AbortSignal | undefined, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(name) ?? { waiting: new Set(), running: 0 }
    if (lane.waiting.size >= MAX_WAITING_PER_LANE) throw createTooSlowError()
    this.#lanes.set(name, lane)
    const timeLimit = new AbortController()
    const timer = setTimeout(() => timeLimit.abort(), this.#limits.timeoutMs())
    const ended = AbortSignal.any([timeLimit.signal, this.#closing.signal, ...(signal ? [signal] : [])])
    try {
      return await new Promise<T>((resolve, reject) => {
        const start = (): void => this.#start(name, lane, work(ended).then(resolve, reject))
        const rejectWaiting = (): void => {
          lane.waiting.delete(start)
          reject(
            timeLimit.signal.aborted
              ? createTooSlowError()
              : new DatabaseUnavailable('the read was cancelled: its client is gone, or the server stops'),
          )
        }
        if (ended.aborted) return rejectWaiting()
        ended.addEventListener('abort', rejectWaiting, { once: true })
        lane.waiting.add(start)
        this.#admit()
      })
    } finally {
      clearTimeout(timer)
      this.#removeIfEmpty(name, lane)
    }
  }

  #removeIfEmpty(name: string, lane: Lane): void {
    if (lane.waiting.size + lane.running === 0 && this.#lanes.get(name) === lane) this.#lanes.delete(name)
  }

  #start(name: string, lane: Lane, work: Promise<void>): void {
    lane.running += 1
    const done = work.finally(() => {
      lane.running -= 1
      this.#running.delete(done)
      this.#removeIfEmpty(name, lane)
      this.#admit()
    })
    this.#running.add(done)
  }

  #admit(): void {
    for (const [name, lane] of this.#lanes) {
      if (this.#running.size >= this.#limits.concurrency) return
      const [start] = lane.waiting
      if (!start || lane.running >= this.#limits.concurrencyPerLane) continue
      lane.waiting.delete(start)
      this.#lanes.delete(name)
      this.#lanes.set(name, lane)
      start()
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
