import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { createDataFolder } from '../support/server.ts'

const THREAD_COUNT = 4
const FILE_COUNT = 50

it('several threads can open a new database file at once', async () => {
  using folder = createDataFolder()
  const files = Array.from({ length: FILE_COUNT }, (_, n) => `${folder.dataDir}/${n}.db`)
  const missing = new Int32Array(new SharedArrayBuffer(4 * FILE_COUNT)).fill(THREAD_COUNT)
  const workerFile = new URL('../support/openConnections.ts', import.meta.url)
  const threads = Array.from({ length: THREAD_COUNT }, () => new Worker(workerFile, { workerData: { files, missing } }))
  const failures = await Promise.all(threads.map(async (thread) => (await once(thread, 'message'))[0] as string[]))
  expect(failures).toEqual([[], [], [], []])
})
