import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { tempFolder } from '../support/server.ts'

const THREADS = 4
const FILES = 50

it('several threads can open a new database file at once', async () => {
  using folder = tempFolder()
  const files = Array.from({ length: FILES }, (_, n) => `${folder.dataDir}/${n}.db`)
  const missing = new Int32Array(new SharedArrayBuffer(4 * FILES)).fill(THREADS)
  const workerFile = new URL('../support/openConnections.ts', import.meta.url)
  const threads = Array.from({ length: THREADS }, () => new Worker(workerFile, { workerData: { files, missing } }))
  const failures = await Promise.all(threads.map(async (thread) => (await once(thread, 'message'))[0] as string[]))
  expect(failures).toEqual([[], [], [], []])
})
