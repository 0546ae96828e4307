import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { openApiDatabase } from '../../../server/db/open.ts'
import { createReadiness } from '../../../server/http/readiness.ts'
import { createApi } from '../../support/api.ts'
import { startServer, createDataFolder } from '../../support/server.ts'
import { runAdminStatement, databaseUrl, dropDatabase, onPostgres, postgresOnly } from '../../support/testDatabase.ts'
import { HANG_GUARD_MS, until } from '../../support/wait.ts'

/** How long a result is cached. */
const CACHED_FOR_MS = 1000

describe('readiness', () => {
  it('follows the database, which is checked at most once a second', async () => {
    using folder = createDataFolder()
    const db = await openApiDatabase(await databaseUrl(folder.databaseFile), systemClock, createSilentLog())
    let nowMs = 0
    const isReady = createReadiness(db, { timeoutMs: HANG_GUARD_MS, nowMs: () => nowMs })
    expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true])
    await db.close()
    nowMs += CACHED_FOR_MS - 1
    expect(await isReady(), 'what was known a moment ago').toBe(true)
    nowMs += 1
    expect(await isReady()).toBe(false)
    await dropDatabase(folder.databaseFile)
  })
})

if (!onPostgres) console.log('Skipped on SQLite: a database that goes away and comes back while the server runs.')

describe.skipIf(!onPostgres)(`a database that becomes unreachable${postgresOnly}`, () => {
  it('makes /readyz answer 503 until it is back, and leaves /healthz at 200', async () => {
    using folder = createDataFolder()
    await using server = await startServer(folder.dataDir)
    const api = createApi(server.url, undefined)
    const isReady = async (): Promise<boolean> => {
      const reply = await api.get('//readyz')
      expect({ status: reply.status, 'retry-after': reply.headers['retry-after'] }).toBeOneOf([
        { status: 200, 'retry-after': undefined },
        { status: 503, 'retry-after': '2' },
      ])
      return reply.status === 200
    }
    const name = folder.databaseFile.slice(folder.databaseFile.lastIndexOf('/') + 1)
    await until('/readyz answers 200', isReady)
    await runAdminStatement(`alter database ${name} with allow_connections false`)
    await runAdminStatement(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await until('/readyz answers 503', async () => !(await isReady()))
    expect((await api.get('//healthz')).status).toBe(200)
    await runAdminStatement(`alter database ${name} with allow_connections true`)
    await until('/readyz answers 200', isReady)
  })
})
