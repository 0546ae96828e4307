import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../../../contract/settings/audit.ts'
import { addKey } from '../../../support/account.ts'
import { camera, createApi, type Api, type Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { entriesOf, listAudit, pageOf, walkAudit } from './support.ts'
import { pause, until } from '../../../support/wait.ts'

const suite = useServer({ bob: true })
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const requestId = (reply: Reply): string => reply.headers['request-id'] ?? ''

/** A new key per test: above ten refusals a minute, the rows of a key are merged. */
const apiWithNewKey = async (): Promise<Api> =>
  createApi(suite.server.url, await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id))

async function mixedRequests(api: Api): Promise<Reply[]> {
  const createdReply = await api.post('/gear', camera({ notes: 'n' }), { 'idempotency-key': crypto.randomUUID() })
  const { id } = createdReply.item()
  const key = { 'idempotency-key': crypto.randomUUID() }
  return [
    createdReply,
    await api.get('/gear?limit=2'),
    await api.get(`/gear/${id}`),
    await api.send('HEAD', `/gear/${id}`),
    await api.get('/profile'),
    await api.get('/gear?limit=0'),
    await api.get('/gear/none'),
    await api.post('/gear', {}),
    await api.patch(`/gear/${id}`, { updates: { brand: 'Nikon' } }, key),
    await api.patch(`/gear/${id}`, { updates: { brand: 'Nikon' } }, key),
    await api.patch(`/gear/${id}`, { updates: { brand: 'Leica' } }, { 'if-match': '"old"' }),
    await api.delete(`/gear/${id}`),
    await api.delete(`/gear/${id}`),
  ]
}

describe('GET /audit', () => {
  it('has one row per request, with the status, size and error that the client saw', async () => {
    const reader = createApi(
      suite.server.url,
      await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { scopes: ['gear:read'] }),
    )
    const rounds = await Promise.all([1, 2, 3, 4, 5].map(async () => mixedRequests(await apiWithNewKey())))
    const replies = [
      ...rounds.flat(),
      await reader.get('/gear'),
      await reader.post('/gear', camera()),
      await settings().get('/keys'),
    ]
    const entries = await entriesOf(settings(), replies)
    expect(entries.map((entry) => entry.request_id).toSorted()).toEqual(replies.map(requestId).toSorted())
    const byRequest = new Map(entries.map((entry) => [entry.request_id, entry]))
    for (const reply of replies) {
      const entry = byRequest.get(requestId(reply))
      expect({ status: entry?.status, bytes_out: entry?.bytes_out }).toEqual({
        status: reply.status,
        bytes_out: entry?.method === 'HEAD' ? entry.bytes_out : Buffer.byteLength(reply.text),
      })
      expect(entry?.error).toBe(reply.status >= 400 ? reply.problem().code : null)
    }
    const all = await walkAudit(settings(), 'limit=200')
    for (const reply of replies) expect(all.filter((entry) => entry.request_id === requestId(reply))).toHaveLength(1)
    expect(new Set(all.map((entry) => entry.seq)).size).toBe(all.length)
  })

  it('fills every field of an entry', async () => {
    const startMs = Date.now()
    const headers = { 'user-agent': 'kit/2.0 (é)', 'x-request-id': 'mine-7', 'idempotency-key': 'every-field' }
    const createdReply = await suite.alice.post('/gear', camera({ notes: 'Grüße' }), headers)
    const { id, created_at: createdAt } = createdReply.item()
    const patchedReply = await suite.alice.patch(`/gear/${id}`, { updates: { brand: 'Nikon', notes: null } })
    const answeredMs = Date.now()
    const [createdEntry, patchedEntry] = await entriesOf(settings(), [createdReply, patchedReply])
    const { seq, key_id, duration_us, ...otherFields } = createdEntry as AuditEntry
    expect(otherFields).toEqual({
      at: createdAt,
      request_id: requestId(createdReply),
      key: `sk_studio_…${suite.alice.key.slice(-4)}`,
      session_id: null,
      scope: 'gear:write',
      method: 'POST',
      route: '/gear',
      query: null,
      status: 201,
      error: null,
      bytes_in: Buffer.byteLength(JSON.stringify(camera({ notes: 'Grüße' }))),
      bytes_out: Buffer.byteLength(createdReply.text),
      ip: '127.0.0.1',
      user_agent: 'kit/2.0 (é)',
      client_request_id: 'mine-7',
      idempotency: expect.stringMatching(/^[0-9a-f]{64}$/),
      replayed: false,
      object_type: 'gear',
      object_name: 'Nikon EOS R5',
      object_id: id,
      changed: null,
      version_before: null,
      version_after: createdAt,
      count: 1,
    })
    expect(key_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(duration_us).toBeGreaterThan(0)
    expect(duration_us, 'no longer than the client waited').toBeLessThan((answeredMs - startMs + 1) * 1000)
    expect(patchedEntry).toMatchObject({
      seq: expect.any(Number),
      key_id,
      route: '/gear/{id}',
      changed: ['brand', 'notes'],
      version_before: createdAt,
      version_after: patchedReply.item().updated_at,
      idempotency: null,
      user_agent: null,
    })
    expect((patchedEntry?.seq ?? 0) > seq).toBe(true)
    const replayedReply = await suite.alice.post('/gear', camera({ notes: 'Grüße' }), headers)
    expect(await entriesOf(settings(), [replayedReply])).toMatchObject([
      { replayed: true, idempotency: createdEntry?.idempotency, status: 201 },
    ])
    const refusedReply = await suite.alice.get(`/gear/${id}?x=1`)
    expect(await entriesOf(settings(), [refusedReply])).toMatchObject([
      { query: 'x=1', error: 'invalid_query', object_id: id, scope: 'gear:read' },
    ])
  })

  it('applies each filter, alone and combined, like a filter over all rows', async () => {
    await entriesOf(settings(), await mixedRequests(await apiWithNewKey()))
    const all = await walkAudit(settings(), 'limit=200')
    const entryWith = (entry: (entry: AuditEntry) => boolean): AuditEntry => all.find(entry) ?? (all[0] as AuditEntry)
    const patch = entryWith((entry) => entry.method === 'PATCH' && entry.status === 200)
    const middle = all[Math.floor(all.length / 2)]?.at ?? ''
    const keyOfReader = entryWith((entry) => entry.status === 403).key_id
    const cases: [string, (entry: AuditEntry) => boolean][] = [
      [`key_id=${patch.key_id}`, (entry) => entry.key_id === patch.key_id],
      [`key_id=${keyOfReader.toUpperCase()}`, (entry) => entry.key_id === keyOfReader],
      [`request_id=${patch.request_id}`, (entry) => entry.request_id === patch.request_id],
      [`request_id=${patch.request_id}&method=GET`, () => false],
      [`object_id=${patch.object_id}`, (entry) => entry.object_id === patch.object_id],
      [
        `object_id=${patch.object_id}&status=4xx`,
        (entry) => entry.object_id === patch.object_id && entry.status >= 400,
      ],
      ['method=DELETE', (entry) => entry.method === 'DELETE'],
      ['status=404', (entry) => entry.status === 404],
      ['status=4xx', (entry) => entry.status >= 400 && entry.status < 500],
      ['status=2xx&method=GET', (entry) => entry.status < 300 && entry.method === 'GET'],
      ['status=599', () => false],
      [`from=${middle}`, (entry) => entry.at >= middle],
      [`to=${middle}`, (entry) => entry.at <= middle],
      [`from=${middle}&to=${middle}`, (entry) => entry.at === middle],
      [
        `from=${middle}&method=POST&status=201`,
        (entry) => entry.at >= middle && entry.method === 'POST' && entry.status === 201,
      ],
      [`key_id=${keyOfReader}&method=POST&status=403`, (entry) => entry.key_id === keyOfReader && entry.status === 403],
      [`from=${middle.slice(0, 10)}&to=${all[0]?.at.slice(0, 10)}`, () => true],
      ['to=2000-01-01', () => false],
    ]
    // Reading pages adds audit rows, so only the rows that existed before are compared.
    for (const [query, matchesQuery] of cases) {
      const knownSeqs = all.filter(matchesQuery).map((entry) => entry.seq)
      for (const limit of [200, 7]) {
        const found = await walkAudit(settings(), `${query}&limit=${limit}`)
        const seenSeqs = found.filter((entry) => all.some((one) => one.seq === entry.seq)).map((entry) => entry.seq)
        expect(seenSeqs, `${query} by ${limit}`).toEqual(knownSeqs)
      }
    }
  })

  it('is paged by a cursor that stays correct while new rows arrive', async () => {
    const entriesBefore = await walkAudit(settings(), 'limit=200')
    let cursor = ''
    const walked: number[] = []
    for (;;) {
      const { data, pagination } = await listAudit(settings(), `limit=5${cursor}`)
      walked.push(...data.map((entry) => entry.seq))
      if (pagination.next_cursor === null) break
      cursor = `&cursor=${pagination.next_cursor}`
      await Promise.all([suite.alice.createItem(), suite.alice.get('/gear')])
    }
    expect(new Set(walked).size).toBe(walked.length)
    const knownSeqs = entriesBefore.map((entry) => entry.seq)
    expect(walked.filter((seq) => knownSeqs.includes(seq))).toEqual(knownSeqs)
  })

  /**
   * A read whose row is written after that of a later write. Rows of reads are batched, so this can take several reads.
   */
  const readBeforeWrite = () =>
    until('a read is audited after the write that follows it', async () => {
      const readReply = await suite.alice.get('/gear?limit=1')
      await pause(20, 'the write is later by its time too')
      const write = await suite.alice.post('/gear', camera())
      const pageBefore = await listAudit(settings(), 'limit=200')
      const [newest] = pageBefore.data
      expect(newest?.request_id).toBe(requestId(write))
      const isAudited = pageBefore.data.some((entry) => entry.request_id === requestId(readReply))
      return !isAudited && { read: readReply, before: pageBefore, newest }
    })

  it('sorts late rows by time: paging finds them, `from` misses them', async () => {
    const { read, before, newest } = await readBeforeWrite()
    await entriesOf(settings(), [read])
    const byTime = await listAudit(settings(), `limit=200&from=${newest?.at}`)
    expect(byTime.data.map((entry) => entry.request_id)).not.toContain(requestId(read))
    const seenSeqs = new Set(before.data.map(({ seq }) => seq))
    const newEntries = (await walkAudit(settings(), 'limit=5')).filter(({ seq }) => !seenSeqs.has(seq))
    expect(newEntries.map((entry) => entry.request_id)).toContain(requestId(read))
  })

  it('is sorted by time, newest first, and its last page has no cursor', async () => {
    const all = await walkAudit(settings(), 'limit=13')
    const moments = all.map((entry) => entry.at)
    expect(moments).toEqual(moments.toSorted().reverse())
    expect((await listAudit(settings(), 'limit=1')).pagination).toEqual({
      limit: 1,
      next_cursor: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
    })
    expect((await listAudit(settings())).pagination.limit).toBe(50)
  })

  it('refuses invalid parameters and names each', async () => {
    const badQueries: [string, string[]][] = [
      ['limit=0', ['limit invalid_value']],
      ['limit=201', ['limit invalid_value']],
      ['cursor=', ['cursor invalid_value']],
      ['cursor=abc', ['cursor invalid_value']],
      [`cursor=${Buffer.from('events 2026-01-01T00:00:00.000Z 5').toString('base64url')}`, ['cursor invalid_value']],
      ['from=yesterday', ['from invalid_value']],
      ['from=2026-02-30', ['from invalid_value']],
      ['from=2026-02-20T10:00:00', ['from invalid_value']],
      ['from=2026-02-20T25:00:00Z', ['from invalid_value']],
      ['from=2026-03-02&to=2026-03-01', ['to invalid_value']],
      ['method=get', ['method invalid_value']],
      ['status=6xx', ['status invalid_value']],
      ['status=44', ['status invalid_value']],
      [
        'key_id=1&object_id=x&request_id=',
        ['key_id invalid_value', 'object_id invalid_value', 'request_id invalid_value'],
      ],
      ['offset=0', ['offset unknown_parameter']],
      ['status=404&status=405', ['status repeated_parameter']],
    ]
    for (const [query, faults] of badQueries) {
      const reply = await settings().get(`/audit?${query}`)
      expect(reply, `for ${query}`).toBeProblem(400, 'invalid_query', faults)
    }
  })

  it('answers 304 to a current ETag, and answers HEAD', async () => {
    const query = '/audit?to=2026-01-01T00:00:00%2B02:00'
    const firstReply = await settings().get(query)
    expect(pageOf(firstReply)).toEqual({ data: [], pagination: { limit: 50, next_cursor: null } })
    expect((await settings().get(query, { 'if-none-match': firstReply.headers['etag'] ?? '' })).status).toBe(304)
    expect((await settings().send('HEAD', query)).status).toBe(200)
  })

  it('shows nothing to another account, and refuses API keys', async () => {
    const aliceEntry = (await listAudit(settings(), 'method=POST')).data[0] as AuditEntry
    const bobSettings = createSettings(suite.server.url, suite.bobAccount.owner_key)
    for (const query of [
      `request_id=${aliceEntry.request_id}`,
      `object_id=${aliceEntry.object_id}`,
      `key_id=${aliceEntry.key_id}`,
    ])
      expect((await listAudit(bobSettings, query)).data).toEqual([])
    const bobEntries = await walkAudit(bobSettings, 'limit=200')
    expect(bobEntries.every((entry) => entry.key === `ok_studio_…${suite.bobAccount.owner_key.slice(-4)}`)).toBe(true)
    for (const path of ['/audit', '/audit/export', '/audit/verify', '/events'])
      expect((await settings().as(suite.alice.key).get(path)).status).toBe(401)
  })

  it('stores a hostile user agent as one line without control characters', async () => {
    const agents = ['a\tb ${jndi:ldap://x/y}', '\u001b[31mred', 'x'.repeat(3000), '=cmd|calc']
    for (const agent of agents) {
      const rawAgent = agent.replace('\u001b', '\u009b')
      const reply = await suite.alice.get('/gear?q=%0d%0aSet-Cookie:%20x', { 'user-agent': rawAgent })
      const [entry] = await entriesOf(settings(), [reply])
      expect(entry?.user_agent).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
      expect(entry?.user_agent?.length).toBeLessThanOrEqual(256)
      expect(entry?.query).toBe('q=%0d%0aSet-Cookie:%20x')
    }
  })

  it('masks keys in a query', async () => {
    const reply = await suite.alice.get(`/gear?api_key=${suite.alice.key}`)
    const [entry] = await entriesOf(settings(), [reply])
    expect(entry?.query).toBe('api_key=sk_studio_…')
    const exportedReply = await settings().get('/audit/export')
    for (const secret of [suite.alice.key, suite.aliceAccount.owner_key, suite.bobAccount.owner_key])
      expect(exportedReply.text).not.toContain(secret)
  })
})
