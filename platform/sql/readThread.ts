// Runs in a thread of its own: reads that take long leave the event loop to other requests.
import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite.ts'
import { isLocked } from './sqliteErrors.ts'
import type { ReadModule } from './types.ts'

/** One read that the thread is asked for. */
export interface Asked {
  module: string
  input: unknown
  /** How long it may try again while another process holds the lock. */
  lockWithinMs: number
}

/** What came of a read. `locked`: another process held the lock all the time. */
export type Reply = { value: unknown } | { cancelled: true } | { locked: string } | { failed: string; errcode: unknown }

const RETRY_AFTER_MS = 25
/** Below the thread of the event loop, which is to have a core whenever it wants one. */
const NICE = 10
const THREAD_LINK = '/proc/thread-self'
const { file, cancelled } = workerData as { file: string; cancelled: Int32Array }

const isCancelled = (): boolean => Atomics.load(cancelled, 0) !== 0

async function readOnce(connection: SqliteConnection, asked: Asked): Promise<unknown> {
  const module = (await import(asked.module)) as ReadModule<unknown, unknown>
  // The snapshot begins with the first statement: after every commit that was answered before the read was asked for.
  connection.command('BEGIN')
  try {
    return await module.read(connection, asked.input)
  } finally {
    // An error of the disk may have ended it.
    if (connection.isBusy()) connection.command('ROLLBACK')
  }
}

async function answer(connection: SqliteConnection, asked: Asked): Promise<Reply> {
  const giveUpAtMs = performance.now() + asked.lockWithinMs
  for (;;) {
    try {
      return { value: await readOnce(connection, asked) }
    } catch (error) {
      if (isCancelled()) return { cancelled: true }
      const message = String((error as Error).stack)
      if (!isLocked(error)) return { failed: message, errcode: (error as { errcode?: unknown }).errcode }
      if (performance.now() > giveUpAtMs) return { locked: message }
      await wait(RETRY_AFTER_MS)
    }
  }
}

// Linux has a priority per thread.
if (existsSync(THREAD_LINK)) setPriority(Number(readlinkSync(THREAD_LINK).split('/').at(-1)), NICE)

const connection = new SqliteConnection(file, { readOnly: true, isCancelled })
parentPort?.on('message', (asked: Asked) => void answer(connection, asked).then((reply) => parentPort?.postMessage(reply, [])))
