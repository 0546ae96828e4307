import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { scaleTimeLimit } from '../timeLimit.ts'
import { ReadQueue } from './readQueue.ts'
import type { ReadRequest, ReadReply } from './readThread.ts'
import { DatabaseUnavailable, type SlowRead } from './types.ts'

/** Maximum number of threads. One account cannot block the others. A live thread costs about 15 MB. */
const MAX_THREADS = 4
const IDLE_TIMEOUT_MS = 60_000

const valueOf = (reply: ReadReply): unknown => {
  if ('value' in reply) return reply.value
  if ('cancelled' in reply) throw new DatabaseUnavailable('the read was cancelled')
  if ('locked' in reply)
    throw new DatabaseUnavailable('another process holds the lock of the database', { cause: new Error(reply.locked) })
  throw Object.assign(new Error('a slow read failed', { cause: new Error(reply.failed) }), { errcode: reply.errcode })
}

class ReadThread {
  readonly #worker: Worker
  /** Non-zero cancels the read; the thread checks it for each row. */
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4))
  #resolveRead: ((reply: ReadReply) => void) | undefined
  #rejectRead: ((error: Error) => void) | undefined
  hasEnded = false

  constructor(file: string) {
    this.#worker = new Worker(new URL('./readThread.ts', import.meta.url), {
      workerData: { file, cancelled: this.#cancelled },
    })
    this.#worker.on('message', (reply: ReadReply) => this.#resolveRead?.(reply))
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', (code) => this.#end(new Error(`the thread of slow reads ended with ${code}`)))
  }

  #end(error: Error): void {
    this.hasEnded = true
    this.#rejectRead?.(error)
  }

  async read(asked: ReadRequest, ended: AbortSignal): Promise<unknown> {
    const cancel = (): void => void Atomics.store(this.#cancelled, 0, 1)
    Atomics.store(this.#cancelled, 0, ended.aborted ? 1 : 0)
    ended.addEventListener('abort', cancel)
    try {
      const reply = await new Promise<ReadReply>((resolve, reject) => {
        this.#resolveRead = resolve
        this.#rejectRead = (cause) => reject(new DatabaseUnavailable('the thread of slow reads failed', { cause }))
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

/** Runs slow reads of a SQLite database in threads with their own connections. Each lane uses one thread at a time. */
export class SlowReads {
  readonly #file: string
  readonly #timeoutMs: () => number
  readonly #queue: ReadQueue
  readonly #idle: ReadThread[] = []
  #idleTimer: NodeJS.Timeout | undefined

  constructor(file: string, timeoutMs: number) {
    this.#file = file
    this.#timeoutMs = () => scaleTimeLimit(timeoutMs)
    this.#queue = new ReadQueue({ concurrency: MAX_THREADS, concurrencyPerLane: 1, timeoutMs: this.#timeoutMs })
  }

  run<Input>({ module, input, lane, signal }: SlowRead<Input>): Promise<unknown> {
    const giveUpAtMs = performance.now() + this.#timeoutMs()
    return this.#queue.run(lane, signal, async (ended) => {
      const thread = this.#acquireThread()
      try {
        return await thread.read({ module: module.href, input, lockTimeoutMs: giveUpAtMs - performance.now() }, ended)
      } finally {
        if (!thread.hasEnded) this.#releaseThread(thread)
      }
    })
  }

  #acquireThread(): ReadThread {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) if (!thread.hasEnded) return thread
    return new ReadThread(this.#file)
  }

  #releaseThread(thread: ReadThread): void {
    this.#idle.push(thread)
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void this.#closeIdleThreads(), IDLE_TIMEOUT_MS).unref()
  }

  async #closeIdleThreads(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.close()))
  }

  async close(): Promise<void> {
    await this.#queue.close()
    clearTimeout(this.#idleTimer)
    await this.#closeIdleThreads()
  }
}
