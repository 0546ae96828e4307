// Runs in a worker thread: long reads must not block the event loop.
import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite.ts'
import { isDatabaseLocked } from './sqliteErrors.ts'
import type { ReadModule } from './types.ts'

export interface ReadRequest {
  module: string
  input: unknown
  lockTimeoutMs: number
}

export type ReadReply =
  | { value: unknown }
  | { cancelled: true }
  | { locked: string }
  | { failed: string; errcode: unknown }

const RETRY_AFTER_MS = 25
/** Priority below that of the event loop's thread. */
const NICE_VALUE = 10
const THREAD_LINK = '/proc/thread-self'
const { file, cancelled } = workerData as { file: string; cancelled: Int32Array }

const isCancelled = (): boolean => Atomics.load(cancelled, 0) !== 0

async function readOnce(connection: SqliteConnection, asked: ReadRequest): Promise<unknown> {
  const module = (await import(asked.module)) as ReadModule<unknown, unknown>
  // The snapshot begins with the first statement, after every commit acknowledged before this read was requested.
  connection.command('BEGIN')
  try {
    return await module.read(connection, asked.input)
  } finally {
    // A disk error may have ended the transaction already.
    if (connection.isBusy()) connection.command('ROLLBACK')
  }
}

async function answerRequest(connection: SqliteConnection, asked: ReadRequest): Promise<ReadReply> {
  const giveUpAtMs = performance.now() + asked.lockTimeoutMs
  for (;;) {
    try {
      return { value: await readOnce(connection, asked) }
    } catch (error) {
      if (isCancelled()) return { cancelled: true }
      const message = String((error as Error).stack)
      if (!isDatabaseLocked(error)) return { failed: message, errcode: (error as { errcode?: unknown }).errcode }
      if (performance.now() > giveUpAtMs) return { locked: message }
      await wait(RETRY_AFTER_MS)
    }
  }
}

if (existsSync(THREAD_LINK)) setPriority(Number(readlinkSync(THREAD_LINK).split('/').at(-1)), NICE_VALUE)

const connection = new SqliteConnection(file, { readOnly: true, isCancelled })
parentPort?.on(
  'message',
  (asked: ReadRequest) => void answerRequest(connection, asked).then((reply) => parentPort?.postMessage(reply, [])),
)
