import { DatabaseUnavailable, ReadTooSlow } from './types.ts'

/** Reads of one lane that may wait. The next one is refused. */
const LONGEST_LANE = 100

export interface QueueLimits {
  /** Reads that run at once. */
  places: number
  /** Reads of one lane that run at once. */
  placesPerLane: number
  /** How long a read may take, with the time that it waits. */
  withinMs: number
}

interface Lane {
  waiting: Set<() => void>
  running: number
}

const tooSlow = (): Error => new ReadTooSlow('a slow read took too long, or too many wait')

/** A queue of slow reads. Lanes take turns, and one lane never has all places: whoever asks for much does not hold up the others. */
export class ReadQueue {
  readonly #limits: QueueLimits
  readonly #lanes = new Map<string, Lane>()
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<unknown>>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs a read when it is its turn.
   * @param work is to stop when its signal is aborted; its place is taken until it has
   * @throws ReadTooSlow when it takes too long, or too many wait in its lane; DatabaseUnavailable when it is not wanted any more
   */
  async run<T>(name: string, signal: AbortSignal | undefined, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(name) ?? { waiting: new Set(), running: 0 }
    if (lane.waiting.size >= LONGEST_LANE) throw tooSlow()
    this.#lanes.set(name, lane)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.#limits.withinMs)
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
      this.#forget(name, lane)
    }
  }

  #forget(name: string, lane: Lane): void {
    if (lane.waiting.size + lane.running === 0 && this.#lanes.get(name) === lane) this.#lanes.delete(name)
  }

  #begin(name: string, lane: Lane, work: Promise<void>): void {
    lane.running += 1
    const done = work.finally(() => {
      lane.running -= 1
      this.#running.delete(done)
      this.#forget(name, lane)
      this.#admit()
    })
    this.#running.add(done)
  }

  #admit(): void {
    for (const [name, lane] of this.#lanes) {
      if (this.#running.size >= this.#limits.places) return
      const [begin] = lane.waiting
      if (!begin || lane.running >= this.#limits.placesPerLane) continue
      lane.waiting.delete(begin)
      // Behind the other lanes.
      this.#lanes.delete(name)
      this.#lanes.set(name, lane)
      begin()
    }
  }

  /** Ends what waits and what runs, and resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closing.abort()
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
