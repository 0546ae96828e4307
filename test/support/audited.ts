import type { Api } from './api.ts'
import { runSql } from './database.ts'
import { until } from './wait.ts'

/**
 * Waits until the audit rows of all requests so far are written: rows are written in order, and this request is the
 * last one.
 */
export async function waitUntilAudited(api: Api, databaseFile: string): Promise<void> {
  const id = (await api.get('/profile')).headers['request-id'] ?? ''
  await until(
    'the audit rows are written',
    async () => (await runSql(databaseFile, 'select 1 from audit where request_id = ?', id)).length > 0,
  )
}
