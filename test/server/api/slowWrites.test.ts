import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { camera } from '../../support/api.ts'
import { startLimitedServer } from '../../support/limitedServer.ts'
import { onPostgres, postgresOnly } from '../../support/testDatabase.ts'
import { pause, until } from '../../support/wait.ts'

/** Short limits for the test. In production they are ten seconds or more. */
const limits = { silenceMs: 1200, checkEveryMs: 50 }

describe.skipIf(!onPostgres)(`a client that waits for its answer${postgresOnly}`, () => {
  it('is not disconnected, however long the write takes', async () => {
    await using server = await startLimitedServer(limits)
    const otherClient = new Client({ connectionString: server.databaseFile })
    await otherClient.connect()
    await otherClient.query('begin')
    await otherClient.query('select 1 from account_state for update')
    const write = server.api.post('/gear', camera())
    await pause(2 * limits.silenceMs + 300, 'the write takes longer than a client may be silent')
    // A batch of audit rows may be waiting too.
    expect(server.app.metrics.writesUnderWay()).toBeGreaterThanOrEqual(1)
    expect(server.app.metrics.inFlight()).toBe(1)
    await otherClient.query('commit')
    expect((await write).status).toBe(201)
    await until('no write is under way', () => server.app.metrics.writesUnderWay() === 0)
    expect(server.app.metrics.inFlight()).toBe(0)
    await otherClient.end()
  })
})
