// Runs in a thread of its own: reading a whole database takes seconds, during which the server's other work must go on.
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
