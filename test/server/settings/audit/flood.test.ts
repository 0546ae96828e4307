import { describe, expect, it } from 'vitest'
import { AuditEntry } from '../../../../contract/settings/audit.ts'
import { addKey, createAccount } from '../../../support/account.ts'
import { createApi, type Api } from '../../../support/api.ts'
import { runSql } from '../../../support/database.ts'
import { openHousekeeper } from '../../../support/housekeeping.ts'
import { fakeClock, startInProcessServer, createDataFolder } from '../../../support/server.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { dropDatabase } from '../../../support/testDatabase.ts'
import { verifyAudit, walkAudit } from './support.ts'

const suite = useServer({ fakeClock: true, bob: true })
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const moveToNextMinute = (): void => suite.clock.move(MINUTE_MS - (suite.clock.nowMs() % MINUTE_MS))
const apiWithNewKey = async (): Promise<Api> =>
  createApi(suite.server.url, await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id))

async function repeat(count: number, send: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await send()
}

async function rowsOf(api: Api): Promise<AuditEntry[]> {
  await suite.flushAudit()
  const all = await walkAudit(settings(), 'limit=200')
  return all.filter((entry) => entry.key.endsWith(api.key.slice(-4))).toReversed()
}

const requestsOf = (entries: readonly AuditEntry[]): number => entries.reduce((sum, { count }) => sum + count, 0)

describe('refusals of a key', () => {
  it('get ten audit rows a minute; after the minute, one row per error counts the rest', async () => {
    const floodApi = await apiWithNewKey()
    const otherApi = await apiWithNewKey()
    moveToNextMinute()
    await repeat(40, () => floodApi.get('/gear?limit=0'))
    await repeat(30, () => floodApi.delete('/gear/00000000-0000-7000-8000-000000000000'))
    await repeat(4, () => floodApi.get('/gear/none'))
    await repeat(15, () => floodApi.get('/gear?limit=1'))
    await repeat(3, () => otherApi.get('/gear?limit=0'))
    const ownRows = await rowsOf(floodApi)
    expect(ownRows.map(({ status, count }) => `${status} ${count}`)).toEqual([
      ...Array<string>(10).fill('400 1'),
      ...Array<string>(15).fill('200 1'),
    ])
    expect((await rowsOf(otherApi)).map(({ status }) => status)).toEqual([400, 400, 400])
    moveToNextMinute()
    const mergedRows = (await rowsOf(floodApi)).filter(({ count }) => count > 1)
    expect(mergedRows.map(({ error, count }) => `${error} ${count}`).toSorted()).toEqual([
      'invalid_query 30',
      'not_found 34',
    ])
    const [firstRow] = ownRows
    const bytes = mergedRows.find(({ status }) => status === 400)?.bytes_out
    expect(mergedRows.find(({ status }) => status === 400)).toEqual({
      ...firstRow,
      seq: expect.any(Number),
      at: expect.any(String),
      request_id: expect.any(String),
      duration_us: expect.any(Number),
      bytes_out: 30 * (firstRow?.bytes_out ?? 0),
      count: 30,
    })
    expect(bytes).toBeGreaterThan(0)
    expect(mergedRows.find(({ status }) => status === 404)).toMatchObject({
      method: '*',
      route: '/gear/{id}',
      object_id: null,
      key_id: firstRow?.key_id,
    })
    expect(requestsOf(await rowsOf(floodApi))).toBe(89)
    expect(
      (await walkAudit(settings(), `limit=200&status=404&key_id=${firstRow?.key_id}`)).map(({ count }) => count),
    ).toEqual([34])
    await repeat(1, () => floodApi.get('/gear?limit=0'))
    expect((await rowsOf(floodApi)).at(-1)).toMatchObject({ status: 400, count: 1 })
  })

  it('keep their counts in exports and in the verification of the chain', async () => {
    const flood = await apiWithNewKey()
    moveToNextMinute()
    await repeat(25, () => flood.get('/gear?limit=0'))
    moveToNextMinute()
    const [{ key_id: keyId }] = (await rowsOf(flood)) as [AuditEntry]
    const exportedLines = (await settings().get(`/audit/export?key_id=${keyId}`)).text.trim().split('\n')
    expect(requestsOf(exportedLines.map((line) => AuditEntry.parse(JSON.parse(line))))).toBe(25)
    const csv = (await settings().get(`/audit/export?format=csv&key_id=${keyId}`)).text.trim().split('\r\n')
    expect(csv[0]?.split(',').at(-1)).toBe('count')
    expect(csv.slice(1).map((line) => line.split(',').at(-1))).toEqual([...Array<string>(10).fill('1'), '15'])
    await suite.flushAudit()
    const report = await verifyAudit(settings())
    expect(report).toMatchObject({ ok: true, fault: null })
    const [lastRow] = await suite.sql<{ entry: string }>(`select entry from audit where entry like '%"count":15%'`)
    const all = await walkAudit(settings(), 'limit=200&to=2999-01-01')
    expect(report.count).toBe(requestsOf(all.filter(({ seq }) => seq <= report.seq)))
    expect(report.count).toBeGreaterThanOrEqual(report.rows + 14)
    const tampered = String(lastRow?.entry).replace('"count":15', '"count":14')
    await suite.sql('update audit set entry = ? where entry = ?', tampered, String(lastRow?.entry))
    expect((await verifyAudit(settings())).fault).toMatch(/a row was changed/)
    await suite.sql('update audit set entry = ? where entry = ?', String(lastRow?.entry), tampered)
    expect((await verifyAudit(settings())).fault).toBeNull()
  })

  it('are written when the server stops before the minute ends, including rate-limited ones', async () => {
    using folder = createDataFolder()
    const clock = fakeClock()
    const server = await startInProcessServer(folder.databaseFile, clock, { rateLimit: true })
    const account = await createAccount(folder.dataDir, 'Limited')
    const api = createApi(server.url, account.api_key)
    await repeat(300, () => api.get('/profile'))
    await server.stop()
    const rows = await runSql<{ status: number; entry: string }>(
      folder.databaseFile,
      'select status, entry from audit order by seq',
    )
    const counts = rows
      .filter(({ status }) => status === 429)
      .map(({ entry }) => (JSON.parse(entry) as { count?: number }).count ?? 1)
    expect(rows.filter(({ status }) => status === 200)).toHaveLength(200)
    expect(counts.toSorted((one, two) => one - two)).toEqual([...Array<number>(10).fill(1), 90])
    await dropDatabase(folder.databaseFile)
  })
})

describe('an audit log above its size limit', () => {
  it('merges reads and refusals into counts, and keeps the counts for thirty days', async () => {
    const leakedApi = await apiWithNewKey()
    const { id } = await suite.alice.createItem()
    const minutes: string[] = []
    for (let minute = 0; minute < 3; minute++) {
      moveToNextMinute()
      minutes.push(new Date(suite.clock.nowMs()).toISOString().slice(0, 16))
      await repeat(140, () => leakedApi.get(`/gear/${id}`))
      await suite.flushAudit()
      await repeat(60, () => leakedApi.get('/profile', { 'user-agent': crypto.randomUUID() }))
      await repeat(5, () => leakedApi.get('/gear?limit=0'))
    }
    moveToNextMinute()
    const rowsBefore = await rowsOf(leakedApi)
    expect({ rowsBeforeLength: rowsBefore.length, requests: requestsOf(rowsBefore) }).toEqual({
      rowsBeforeLength: 615,
      requests: 615,
    })
    const { head: chainHead } = await verifyAudit(settings())
    const prune = async (maxBytes: number) => {
      suite.clock.move(MINUTE_MS)
      await using housekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock, { maxBytes })
      return (await housekeeper.housekeeping.run('audit')).counts
    }
    const writeCount = (await walkAudit(settings(), 'limit=200&method=POST&status=2xx')).length
    const [{ n }] = (await suite.sql<{ n: number | string }>('select sum(audit_bytes) as n from account_state')) as [
      { n: number | string },
    ]
    expect(await prune(Number(n) - 300_000)).toMatchObject({ rows: 0 })
    expect((await rowsOf(leakedApi)).length).toBeLessThan(rowsBefore.length)
    expect((await walkAudit(settings(), 'limit=200&method=POST&status=2xx')).length).toBe(writeCount)
    await prune(0)
    const rowsAfter = await rowsOf(leakedApi)
    expect(requestsOf(rowsAfter)).toBe(615)
    const found = rowsAfter.map(
      ({ at: time, route, status, count, object_id: object }) =>
        `${time.slice(0, 16)} ${route} ${status} ${count} ${object}`,
    )
    const expectedRows = minutes.flatMap((minute) => [
      `${minute} /gear 400 5 null`,
      `${minute} /gear/{id} 200 140 ${id}`,
      `${minute} /profile 200 60 null`,
    ])
    expect(found.toSorted()).toEqual(expectedRows.toSorted())
    expect(rowsAfter.filter(({ route }) => route === '/profile').map(({ user_agent: agent }) => agent)).toEqual([
      null,
      null,
      null,
    ])
    expect(await verifyAudit(settings(), chainHead)).toMatchObject({ ok: true, fault: null, head_found: true })
    suite.clock.move(29 * DAY_MS)
    await prune(0)
    expect(requestsOf(await rowsOf(leakedApi))).toBe(615)
    suite.clock.move(2 * DAY_MS)
    await prune(0)
    expect(await rowsOf(leakedApi)).toEqual([])
    expect(await verifyAudit(settings(), chainHead)).toMatchObject({ ok: true, fault: null, head_found: true })
  })
})
