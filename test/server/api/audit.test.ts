import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/sql/open.ts'
import { verifyChain, type ChainReport } from '../../../server/audit/verify.ts'
import { addKey } from '../../support/account.ts'
import { camera, createApi, type Reply } from '../../support/api.ts'
import { startServer } from '../../support/server.ts'
import { useServer } from '../../support/suite.ts'
import { databaseUrl } from '../../support/testDatabase.ts'
import { until } from '../../support/wait.ts'

const suite = useServer({ ownProcess: true, bob: true })

type Entry = Record<string, unknown>

/** Ids of requests made only to wait until the audit rows before theirs are written. */
const markers = new Set<unknown>()

async function entriesNow(): Promise<Entry[]> {
  const rows = await suite.sql<{ entry: string }>(
    'select entry from audit where account_id = ? order by seq',
    suite.aliceAccount.account_id,
  )
  return rows.map((row) => JSON.parse(row.entry) as Entry)
}

/** Alice's audit entries, after those of her reads are written. */
async function entries(): Promise<Entry[]> {
  const marker = await suite.alice.get('/profile')
  markers.add(marker.headers['request-id'])
  await entryOf(marker)
  return (await entriesNow()).filter((entry) => !markers.has(entry['request_id']))
}

const entryOf = (reply: Reply): Promise<Entry> =>
  until('the request is audited', async () =>
    (await entriesNow()).find((entry) => entry['request_id'] === reply.headers['request-id']),
  )

async function verify(account: string): Promise<ChainReport> {
  const db = await openDatabase(await databaseUrl(suite.folder.databaseFile))
  try {
    return await db.read((tx) => verifyChain(tx, account))
  } finally {
    await db.close()
  }
}

describe('the audit log', () => {
  it('has one row per request with a known key, and none for others', async () => {
    const { alice } = suite
    const item = (await alice.post('/gear', camera())).item()
    const knownValues = [
      await alice.get('/gear?limit=3'),
      await alice.get('/gear?limit=3'),
      await alice.get(`/gear/${item.id}`),
      await alice.send('HEAD', '/gear'),
      await alice.get('/profile'),
      await alice.get('/gear/none'),
      await alice.get('/gear?limit=0'),
      await alice.get('/gear', { accept: 'text/html' }),
      await alice.get(`/gear/${item.id}`, { 'if-none-match': '*' }),
      await alice.post('/gear', camera()),
      await alice.post('/gear', {}),
      await alice.post('/gear', camera(), { 'content-type': 'text/plain' }),
      await alice.patch(`/gear/${item.id}`, { updates: { notes: 'n' } }),
      await alice.patch(`/gear/${item.id}`, { updates: { notes: 'n' } }),
      await alice.patch(`/gear/${item.id}`, { updates: { notes: 'x' } }, { 'if-match': '"old"' }),
      await alice.delete('/gear/none'),
      await alice.delete(`/gear/${item.id}`),
    ]
    const unknownValues = [
      await alice.as(undefined).get('/gear'),
      await alice.as('sk_studio_x').get('/gear'),
      await alice.send('OPTIONS', '/gear'),
      await suite.bob.get('/gear'),
    ]
    const seenRequests = (await entries()).map((entry) => [entry['request_id'], entry['status']])
    for (const reply of knownValues)
      expect(seenRequests.filter(([id]) => id === reply.headers['request-id'])).toEqual([
        [reply.headers['request-id'], reply.status],
      ])
    for (const reply of unknownValues)
      expect(seenRequests.filter(([id]) => id === reply.headers['request-id'])).toEqual([])
    expect(seenRequests).toHaveLength(knownValues.length + 1)
  })

  it('records who did what, and the outcome', async () => {
    const headers = { 'user-agent': 'kit/1.0', 'x-request-id': 'mine-1', 'idempotency-key': 'audited' }
    const createdReply = await suite.alice.post('/gear', camera({ notes: 'Grüße' }), headers)
    const { id, created_at: createdAt } = createdReply.item()
    const replayedReply = await suite.alice.post('/gear', camera({ notes: 'Grüße' }), headers)
    const readReply = await suite.alice.get(`/gear/${id}`)
    const patchedReply = await suite.alice.patch(`/gear/${id}`, {
      updates: { brand: 'Nikon', notes: null, condition: 'good' },
    })
    const refusedRead = await suite.alice.get(`/gear/${id}?x=1`)
    const commonFields = {
      key_id: expect.any(String),
      key: `sk_studio_…${suite.alice.key.slice(-4)}`,
      ip: '127.0.0.1',
      object_type: 'gear',
      object_id: id,
    }
    const entry = await entryOf(createdReply)
    expect(entry).toMatchObject({
      ...commonFields,
      at: createdAt,
      scope: 'gear:write',
      method: 'POST',
      route: '/gear',
      status: 201,
      bytes_in: Buffer.byteLength(JSON.stringify(camera({ notes: 'Grüße' }))),
      bytes_out: Buffer.byteLength(createdReply.text),
      user_agent: 'kit/1.0',
      client_request_id: 'mine-1',
      idempotency: expect.stringMatching(/^[0-9a-f]{64}$/),
      version_after: createdAt,
    })
    expect(entry).not.toHaveProperty('replayed')
    expect(await entryOf(replayedReply)).toMatchObject({
      status: 201,
      replayed: true,
      idempotency: entry?.['idempotency'],
    })
    expect(await entryOf(patchedReply)).toMatchObject({
      ...commonFields,
      route: '/gear/{id}',
      changed: ['brand', 'notes'],
      version_before: createdAt,
      version_after: patchedReply.item().updated_at,
    })
    expect(await entryOf(refusedRead)).toMatchObject({
      ...commonFields,
      scope: 'gear:read',
      status: 400,
      error: 'invalid_query',
      query: 'x=1',
    })
    expect(await entryOf(readReply)).toMatchObject({
      ...commonFields,
      status: 200,
      bytes_out: Buffer.byteLength(readReply.text),
    })
  })

  it('has rows for expired keys and missing scopes', async () => {
    const { databaseFile } = suite.folder
    const secret = await addKey(databaseFile, suite.aliceAccount.account_id, { expiresAt: '2020-01-01T00:00:00.000Z' })
    const lateApi = createApi(suite.server.url, secret)
    expect(await entryOf(await lateApi.get('/gear'))).toMatchObject({ status: 401, error: 'invalid_api_key' })
    expect(await entryOf(await lateApi.post('/gear', camera()))).toMatchObject({
      status: 401,
      error: 'invalid_api_key',
    })
    const reader = createApi(
      suite.server.url,
      await addKey(databaseFile, suite.aliceAccount.account_id, { scopes: ['gear:read'] }),
    )
    expect(await entryOf(await reader.post('/gear', camera()))).toMatchObject({
      status: 403,
      error: 'insufficient_scope',
    })
  })

  it('truncates and sanitises what clients send', async () => {
    const hostileText = 'x\t${jndi:ldap://a}\u001b[31m'
    const reply = await suite.alice.get('/gear?q=%0a%0d', {
      'user-agent': hostileText.replace('\u001b', '') + 'y'.repeat(400),
      'x-request-id': 'not ours!',
    })
    const entry = await entryOf(reply)
    expect(String(entry?.['user_agent'])).toHaveLength(256)
    expect(JSON.stringify(entry)).not.toMatch(/\\[ntru]/)
    expect(entry).not.toHaveProperty('client_request_id')
    const longReply = await suite.alice.get(`/gear/${'z'.repeat(3000)}`)
    expect(JSON.stringify(await entryOf(longReply)).length).toBeLessThan(1000)
  })

  it('holds no key, nor does anything else on disk', async () => {
    await suite.alice.get(`/gear?api_key=${suite.alice.key}`)
    await suite.alice.post('/gear', camera(), { 'idempotency-key': 'secret-meaning' })
    await entries()
    const { dataDir } = suite.folder
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)))
    const tables = ['account', 'api_key', 'audit', 'event', 'idempotency', 'profile']
    const rows = await Promise.all(tables.map((table) => suite.sql(`select * from ${table}`)))
    expect(rows.flat().length).toBeGreaterThan(tables.length)
    const storedTexts = [...files, ...rows.map((table) => JSON.stringify(table))]
    const isStored = (text: string): boolean => storedTexts.some((bytes) => bytes.includes(text))
    expect([suite.alice.key, suite.aliceAccount.owner_key, suite.bob.key].filter(isStored)).toEqual([])
    expect(isStored('secret-meaning'), 'the search finds what is there').toBe(true)
    const log = JSON.stringify(suite.process.log)
    expect(log).toContain('listening')
    expect(log).not.toContain(suite.alice.key)
  })
})

describe('the hash chain of the audit log', () => {
  let account = ''
  beforeEach(() => {
    account = suite.bobAccount.account_id
  })

  it('verifies, with rows and links for the writes', async () => {
    for (let count = 0; count < 5; count++) await suite.bob.createItem()
    const report = await verify(account)
    expect(report.fault).toBeNull()
    expect(report.rows).toBeGreaterThanOrEqual(5)
    expect(report.links).toBeGreaterThanOrEqual(5)
  })

  /** Changes the stored chain, verifies it, and reverts the change. @returns the fault that the verification reports */
  async function tamper(change: [string, ...string[]], restoreValue: [string, ...string[]]): Promise<string | null> {
    const [text, ...values] = change
    await suite.sql(text, ...values)
    const { fault } = await verify(account)
    const [undoText, ...undoValues] = restoreValue
    await suite.sql(undoText, ...undoValues)
    expect((await verify(account)).fault).toBeNull()
    return fault
  }

  it('reveals a changed byte, a removed row, a removed link, a changed end and a wrong column', async () => {
    await suite.bob.createItem()
    const rowCondition = 'where account_id = ? and seq = 2'
    const [row] = await suite.sql<{ entry: string }>(`select entry from audit ${rowCondition}`, account)
    const entry = row?.entry ?? ''
    const set = `update audit set entry = ? ${rowCondition}`
    expect(await tamper([set, entry.replace('POST', 'POSS'), account], [set, entry, account])).toMatch(
      /a row was changed/,
    )
    const column = `update audit set status = status + ? ${rowCondition}`
    expect(await tamper([column, '1', account], [column, '-1', account])).toMatch(/columns of row 2/)
    const hideRow = (table: string, key: string): [[string, string], [string, string]] => [
      [`update ${table} set account_id = account_id || 'x' where account_id = ? and ${key} = 2`, account],
      [`update ${table} set account_id = substr(account_id, 1, 36) where account_id = ? and ${key} = 2`, `${account}x`],
    ]
    expect(await tamper(...hideRow('audit', 'seq'))).toMatch(/rows were removed/)
    expect(await tamper(...hideRow('audit_link', 'last_seq'))).toMatch(/a link is missing/)
    const end = `update account_state set audit_hash = ? where account_id = ?`
    const [state] = await suite.sql<{ audit_hash: string }>(
      'select audit_hash from account_state where account_id = ?',
      account,
    )
    expect(await tamper([end, '0'.repeat(64), account], [end, state?.audit_hash ?? '', account])).toMatch(
      /the chain ends at row/,
    )
  })
})

describe('KITROOM_AUDIT_READS=off', () => {
  it('audits writes only', async () => {
    await suite.server.stop()
    const countBefore = (await entriesNow()).length
    await using quietServer = await startServer(suite.folder.dataDir, { env: { KITROOM_AUDIT_READS: 'off' } })
    const api = createApi(quietServer.url, suite.alice.key)
    await api.get('/gear')
    await api.get('/profile')
    await api.createItem()
    // A server that has stopped has written its rows.
    await quietServer.stop()
    expect(await entriesNow()).toHaveLength(countBefore + 1)
  })
})
