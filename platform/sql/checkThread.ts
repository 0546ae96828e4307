// Runs in a worker thread: reading a whole database takes seconds and would block the event loop.
import { workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite.ts'
import type { DatabaseCheck } from './types.ts'

const { file, module } = workerData as { file: string; module: string | undefined }
const connection = new SqliteConnection(file, { readOnly: true })
try {
  connection.command('BEGIN')
  const found = connection.prepare('PRAGMA quick_check').get()?.['quick_check']
  if (found !== 'ok') throw new Error(`quick_check: ${String(found)}`)
  if (module !== undefined) await ((await import(module)) as { check: DatabaseCheck }).check(connection)
} finally {
  connection.close()
}
