import { DatabaseUnavailable, ReadTooSlow } from './types.ts'

const MAX_WAITING_PER_LANE = 100

export interface QueueLimits {
  concurrency: number
  concurrencyPerLane: number
  /** Time limit of a read, including its wait. */
  timeoutMs: number
}

interface Lane {
  waiting: Set<() => void>
  running: number
}

const tooSlow = (): Error => new ReadTooSlow('a slow read took too long, or too many wait')

/**
 * A queue of slow reads, one lane per account. Lanes alternate and none may use the whole concurrency, so that one account cannot delay the others.
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
   * Runs a read when its lane's turn comes. `work` must stop when its signal aborts. @throws
   * ReadTooSlow on timeout or a full lane; DatabaseUnavailable when cancelled
   */
  async run<T>(name: string, signal: AbortSignal | undefined, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(name) ?? { waiting: new Set(), running: 0 }
    if (lane.waiting.size >= MAX_WAITING_PER_LANE) throw tooSlow()
    this.#lanes.set(name, lane)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.#limits.timeoutMs)
    const ended = AbortSignal.any([late.signal, this.#closing.signal, ...(signal ? [signal] : [])])
    try {
      return await new Promise<T>((resolve, reject) => {
        const begin = (): void => this.#begin(name, lane, work(ended).then(resolve, reject))
        const end = (): void => {
          lane.waiting.delete(begin)
          reject(late.signal.aborted ? tooSlow() : new DatabaseUnavailable('the read was cancelled: its client is gone, or the server stops'))
        }
        if (ended.aborted) return end()
        ended.addEventListener('abort', end, { once: true })
        lane.waiting.add(begin)
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

  #begin(name: string, lane: Lane, work: Promise<void>): void {
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
      const [begin] = lane.waiting
      if (!begin || lane.running >= this.#limits.concurrencyPerLane) continue
      lane.waiting.delete(begin)
      this.#lanes.delete(name)
      this.#lanes.set(name, lane)
      begin()
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
