import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from '../../platform/sql/sqlite.ts'

interface Race {
  files: string[]
  /** For each file: how many threads still have to come before all of them open it at once. */
  missing: Int32Array
}

const { files, missing } = workerData as Race

function waitForAll(index: number): void {
  if (Atomics.sub(missing, index, 1) === 1) Atomics.notify(missing, index)
  for (let left = Atomics.load(missing, index); left > 0; left = Atomics.load(missing, index)) Atomics.wait(missing, index, left)
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
