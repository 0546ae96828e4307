import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ReadQueue } from './readQueue.ts'
import type { Asked, Reply } from './readThread.ts'
import { DatabaseUnavailable, type SlowRead } from './types.ts'

/** One hostile account then leaves threads to the others. Each costs some 15 MB while it lives. */
const THREADS = 4
/** A thread ends when nobody has needed it for this long. */
const IDLE_MS = 60_000

const valueOf = (reply: Reply): unknown => {
  if ('value' in reply) return reply.value
  if ('cancelled' in reply) throw new DatabaseUnavailable('the read was cancelled')
  if ('locked' in reply) throw new DatabaseUnavailable('another process holds the lock of the database', { cause: new Error(reply.locked) })
  throw Object.assign(new Error('a slow read failed', { cause: new Error(reply.failed) }), { errcode: reply.errcode })
}

/** A thread with a connection of its own. It does one read at a time. */
class ReadThread {
  readonly #worker: Worker
  /** Not 0: the read is to stop. The thread looks at it for each row. */
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4))
  #settle: ((reply: Reply) => void) | undefined
  #lost: ((error: Error) => void) | undefined
  hasEnded = false

  constructor(file: string) {
    this.#worker = new Worker(new URL('./readThread.ts', import.meta.url), { workerData: { file, cancelled: this.#cancelled } })
    this.#worker.on('message', (reply: Reply) => this.#settle?.(reply))
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', (code) => this.#end(new Error(`the thread of slow reads ended with ${code}`)))
  }

  #end(error: Error): void {
    this.hasEnded = true
    this.#lost?.(error)
  }

  async read(asked: Asked, ended: AbortSignal): Promise<unknown> {
    const cancel = (): void => void Atomics.store(this.#cancelled, 0, 1)
    Atomics.store(this.#cancelled, 0, ended.aborted ? 1 : 0)
    ended.addEventListener('abort', cancel)
    try {
      const reply = await new Promise<Reply>((resolve, reject) => {
        this.#settle = resolve
        this.#lost = (cause) => reject(new DatabaseUnavailable('the thread of slow reads failed', { cause }))
        this.#worker.postMessage(asked, [])
      })
      return valueOf(reply)
    } finally {
      ended.removeEventListener('abort', cancel)
    }
  }

  async close(): Promise<void> {
    if (this.hasEnded) return
    const exit = once(this.#worker, 'exit')
    await this.#worker.terminate()
    await exit
  }
}

/** Slow reads of a SQLite database, in threads that have connections of their own. A lane has one thread at a time. */
export class SlowReads {
  readonly #file: string
  readonly #withinMs: number
  readonly #queue: ReadQueue
  readonly #idle: ReadThread[] = []
  #idleTimer: NodeJS.Timeout | undefined

  /** @param withinMs how long a read may take, with the time that it waits; its promise is rejected then */
  constructor(file: string, withinMs: number) {
    this.#file = file
    this.#withinMs = withinMs
    this.#queue = new ReadQueue({ places: THREADS, placesPerLane: 1, withinMs })
  }

  /** @throws ReadTooSlow when it takes too long, or too many wait in its lane */
  run<Input>({ module, input, lane, signal }: SlowRead<Input>): Promise<unknown> {
    const giveUpAtMs = performance.now() + this.#withinMs
    return this.#queue.run(lane, signal, async (ended) => {
      const thread = this.#takeThread()
      try {
        return await thread.read({ module: module.href, input, lockWithinMs: giveUpAtMs - performance.now() }, ended)
      } finally {
        // A thread that ended took its read along; the next read starts another.
        if (!thread.hasEnded) this.#keepThread(thread)
      }
    })
  }

  #takeThread(): ReadThread {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) if (!thread.hasEnded) return thread
    return new ReadThread(this.#file)
  }

  #keepThread(thread: ReadThread): void {
    this.#idle.push(thread)
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void this.#endThreads(), IDLE_MS).unref()
  }

  async #endThreads(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.close()))
  }

  /** Cancels what waits and what runs, and ends the threads. */
  async close(): Promise<void> {
    await this.#queue.close()
    clearTimeout(this.#idleTimer)
    await this.#endThreads()
  }
}
