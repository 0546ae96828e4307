import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Asked, Reply } from './readThread.ts'
import { DatabaseUnavailable, ReadTooSlow } from './types.ts'

/** Reads of one lane that may wait. The next one is refused. */
const LONGEST_LANE = 100
/** A thread costs memory: it ends when nobody has needed it for this long. */
const IDLE_MS = 60_000

interface Job {
  module: URL
  input: unknown
  giveUpAtMs: number
  done: (value: unknown) => void
  failed: (error: Error) => void
}

const tooSlow = (): Error => new ReadTooSlow('a slow read took too long, or too many wait')

/**
 * Slow reads of a SQLite database, one after another in a thread that has a connection of its own. Lanes take turns, so that one that asks
 * for much does not keep the others waiting.
 */
export class SlowReads {
  readonly #file: string
  readonly #withinMs: number
  readonly #lanes = new Map<string, Job[]>()
  #thread: Worker | undefined
  #current: Job | undefined
  #idle: NodeJS.Timeout | undefined
  #closing = false

  /** @param withinMs how long a read may take, with the time that it waits; its promise is rejected then */
  constructor(file: string, withinMs: number) {
    this.#file = file
    this.#withinMs = withinMs
  }

  /** @throws ReadTooSlow when it takes too long, or too many wait in its lane */
  run(module: URL, input: unknown, lane: string): Promise<unknown> {
    const waiting = this.#lanes.get(lane) ?? []
    if (this.#closing || waiting.length >= LONGEST_LANE) return Promise.reject(tooSlow())
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(tooSlow()), this.#withinMs)
      waiting.push({
        module,
        input,
        giveUpAtMs: performance.now() + this.#withinMs,
        done: (value) => {
          clearTimeout(late)
          resolve(value)
        },
        failed: (error) => {
          clearTimeout(late)
          reject(error)
        },
      })
      this.#lanes.set(lane, waiting)
      this.#next()
    })
  }

  #take(): Job | undefined {
    for (const [lane, jobs] of this.#lanes) {
      const job = jobs.shift()
      this.#lanes.delete(lane)
      if (jobs.length > 0) this.#lanes.set(lane, jobs)
      // Nobody waits any more for one that is late.
      if (job && performance.now() < job.giveUpAtMs) return job
    }
    return undefined
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#idle)
    const job = this.#take()
    if (!job) {
      this.#idle = setTimeout(() => void this.#endThread(), IDLE_MS).unref()
      return
    }
    this.#current = job
    this.#thread ??= this.#startThread()
    const asked: Asked = { module: job.module.href, input: job.input, lockWithinMs: job.giveUpAtMs - performance.now() }
    this.#thread.postMessage(asked, [])
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./readThread.ts', import.meta.url), { workerData: { file: this.#file } })
    thread.on('message', (reply: Reply) => this.#settle(thread, (job) => settle(job, reply)))
    // A thread that ended takes its read along; the next read starts another.
    thread.on('error', (error: Error) => this.#lost(thread, error))
    thread.on('exit', (code) => this.#lost(thread, new Error(`the thread of slow reads ended with ${code}`)))
    return thread
  }

  #settle(thread: Worker, end: (job: Job) => void): void {
    const job = this.#current
    if (this.#thread !== thread || !job) return
    this.#current = undefined
    end(job)
    this.#next()
  }

  #lost(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return
    const job = this.#current
    this.#thread = undefined
    this.#current = undefined
    job?.failed(new DatabaseUnavailable('the thread of slow reads failed', { cause: error }))
    if (!this.#closing) this.#next()
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    if (!thread) return
    const ended = once(thread, 'exit')
    await thread.terminate()
    await ended
  }

  /** Refuses what waits and ends the thread, once the statement that it runs has ended. */
  async close(): Promise<void> {
    this.#closing = true
    clearTimeout(this.#idle)
    for (const job of [...this.#lanes.values()].flat()) job.failed(new DatabaseUnavailable('the database is being closed'))
    this.#lanes.clear()
    this.#current?.failed(new DatabaseUnavailable('the database is being closed'))
    await this.#endThread()
  }
}

function settle(job: Job, reply: Reply): void {
  if ('value' in reply) job.done(reply.value)
  else if ('locked' in reply)
    job.failed(new DatabaseUnavailable('another process holds the lock of the database', { cause: new Error(reply.locked) }))
  else job.failed(Object.assign(new Error('a slow read failed', { cause: new Error(reply.failed) }), { errcode: reply.errcode }))
}
