import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from '../../platform/sql/sqlite.ts'

interface Race {
  files: string[]
  /** For each file, the number of threads that have not yet reached the barrier before its opening. */
  missing: Int32Array
}

const { files, missing } = workerData as Race

function waitForAll(index: number): void {
  if (Atomics.sub(missing, index, 1) === 1) Atomics.notify(missing, index)
  for (let remaining = Atomics.load(missing, index); remaining > 0; remaining = Atomics.load(missing, index))
    Atomics.wait(missing, index, remaining)
}

const failures: string[] = []
for (const [index, file] of files.entries()) {
  waitForAll(index)
  try {
    new SqliteConnection(file).close()
  } catch (error) {
    failures.push(String(error))
  }
}
parentPort?.postMessage(failures, [])
