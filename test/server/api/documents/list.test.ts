import { beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../../../contract/api/documents.ts'
import type { Item } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'
import { byExpiry, documentsOf, makeDocument, ownerOf } from './support.ts'

const suite = useServer({ bob: true })
let camera: Item
let lens: Item
let all: Document[]

beforeAll(async () => {
  const owner = ownerOf(suite)
  camera = await suite.alice.createItem({ warranty_expires_on: '2028-05-01', warranty_provider: 'Canon' })
  lens = await suite.alice.createItem({ gear_type: 'lens', warranty_expires_on: '2027-01-31' })
  for (const fields of [
    { type: 'receipt', gear_id: camera.id },
    { type: 'insurance', expires_on: '2027-12-31' },
    { type: 'user_manual', gear_id: lens.id },
    { type: 'warranty', gear_id: camera.id, expires_on: '2027-01-31' },
    { type: 'insurance', gear_id: lens.id, expires_on: '2200-12-31' },
    { type: 'receipt' },
  ])
    await makeDocument(owner, fields)
  await suite.bob.createItem({ warranty_expires_on: '2028-01-01' })
  all = documentsOf(await suite.alice.get('/documents'))
})

describe('GET /documents', () => {
  it('lists warranties of gear and added documents by date of expiry, those without one last', async () => {
    const reply = await suite.alice.get('/documents')
    expect(documentsOf(reply)).toEqual(all.toSorted(byExpiry))
    expect(all.map(({ expires_on: day }) => day)).toEqual([
      '2027-01-31',
      '2027-01-31',
      '2027-12-31',
      '2028-05-01',
      '2200-12-31',
      null,
      null,
      null,
    ])
    expect(reply.pagination()).toEqual({ limit: 50, offset: 0, returned: 8, total: 8 })
    expect(all.filter(({ source }) => source === 'gear')).toHaveLength(2)
  })

  it('filters by type, item and inclusive dates; a document without expiry is in no range', async () => {
    const expires = ({ expires_on: day }: Document): string => day ?? ''
    const filters: [string, (document: Document) => boolean][] = [
      ['type=warranty', ({ type }) => type === 'warranty'],
      ['type=user_manual', ({ type }) => type === 'user_manual'],
      [`gear_id=${camera.id}`, ({ gear_id: gear }) => gear === camera.id],
      [
        `gear_id=${camera.id.toUpperCase()}&type=warranty`,
        ({ gear_id: gear, type }) => gear === camera.id && type === 'warranty',
      ],
      [`gear_id=${lens.id}&expiresFrom=2027-01-31`, (one) => one.gear_id === lens.id && expires(one) >= '2027-01-31'],
      ['expiresFrom=1900-01-01', (one) => expires(one) !== ''],
      ['expiresTo=2200-12-31', (one) => expires(one) !== ''],
      [
        'expiresFrom=2027-01-31&expiresTo=2027-12-31',
        (one) => expires(one) >= '2027-01-31' && expires(one) <= '2027-12-31',
      ],
      ['expiresFrom=2027-02-01&expiresTo=2027-12-30', () => false],
      ['expiresTo=2027-01-31&type=warranty', (one) => expires(one) === '2027-01-31'],
      ['expiresFrom=2200-12-31', (one) => expires(one) === '2200-12-31'],
    ]
    for (const [query, matchesQuery] of filters) {
      const reply = await suite.alice.get(`/documents?${query}`)
      expect({ query, documents: documentsOf(reply) }).toEqual({ query, documents: all.filter(matchesQuery) })
      expect({ query, total: reply.pagination().total }).toEqual({ query, total: all.filter(matchesQuery).length })
    }
  })

  it('returns pages without gap or overlap', async () => {
    for (const filter of ['', 'type=warranty&', `gear_id=${camera.id}&`, 'expiresFrom=2027-01-01&']) {
      const allDocuments = documentsOf(await suite.alice.get(`/documents?${filter}`))
      for (const limit of [1, 3]) {
        const pages = []
        for (let offset = 0; offset <= allDocuments.length; offset += limit)
          pages.push(...documentsOf(await suite.alice.get(`/documents?${filter}limit=${limit}&offset=${offset}`)))
        expect(pages).toEqual(allDocuments)
      }
    }
  })

  it('finds nothing for an unknown item or one of another account', async () => {
    const bobItem = (await suite.bob.get('/gear')).items()[0]
    for (const id of [bobItem?.id, '0192f3a4-0000-7000-8000-000000000000']) {
      const reply = await suite.alice.get(`/documents?gear_id=${id}`)
      expect(reply).toHaveStatus(200)
      expect({ items: reply.items(), total: reply.pagination().total }).toEqual({ items: [], total: 0 })
    }
    expect((await suite.bob.get('/documents')).pagination().total).toBe(1)
  })

  it.each([
    ['type=invoice', ['type invalid_value']],
    ['gear_id=nothing', ['gear_id invalid_value']],
    ['expiresFrom=2027-02-30', ['expiresFrom invalid_value']],
    ['expiresFrom=2027-03-02&expiresTo=2027-03-01', ['expiresTo invalid_value']],
    ['status=active&fromDate=2027-01-01', ['fromDate unknown_parameter', 'status unknown_parameter']],
    ['offset=-1', ['offset invalid_value']],
  ])('refuses ?%s', async (query, faults) => {
    const reply = await suite.alice.get(`/documents?${query}`)
    expect(reply).toBeProblem(400, 'invalid_query', faults)
  })

  it('has an ETag that changes with each change of a document, and with no other', async () => {
    const list = (headers?: Record<string, string>) => suite.alice.get('/documents?limit=1', headers)
    const tags = [(await list()).headers['etag'] ?? '']
    await suite.alice.patch(`/gear/${camera.id}`, { updates: { notes: 'no matter to the warranty' } })
    expect((await list({ 'if-none-match': tags[0] ?? '' })).status).toBe(304)
    await suite.alice.patch(`/gear/${camera.id}`, { updates: { warranty_expires_on: '2029-05-01' } })
    tags.push((await list()).headers['etag'] ?? '')
    await makeDocument(ownerOf(suite))
    tags.push((await list()).headers['etag'] ?? '')
    expect(new Set(tags).size).toBe(3)
  })
})

describe('GET /documents/{id}', () => {
  it('returns the document with its ETag, and 304 to a client that has it', async () => {
    const [document] = documentsOf(await suite.alice.get(`/documents?gear_id=${lens.id}&type=warranty`))
    const reply = await suite.alice.get(`/documents/${document?.id}`)
    expect(reply).toHaveStatus(200)
    expect({ item: reply.item(), etag: reply.headers['etag'] }).toEqual({
      item: document,
      etag: `"${document?.updated_at}"`,
    })
    expect(
      (await suite.alice.get(`/documents/${document?.id}`, { 'if-none-match': `"${document?.updated_at}"` })).status,
    ).toBe(304)
    expect((await suite.alice.get(`/documents/${document?.id}?x=1`)).faults()).toEqual(['x unknown_parameter'])
  })

  it('answers 404 alike for an unknown id, another account’s document and another kind of record', async () => {
    const [bobDocument] = (await suite.bob.get('/documents')).items()
    const aliceId = all[0]?.id ?? ''
    await suite.alice.get(`/documents/${aliceId}`)
    for (const [caller, path] of [
      [suite.alice, '/documents/nothing'],
      [suite.alice, `/documents/${bobDocument?.id}`],
      [suite.alice, `/documents/${camera.id}`],
      [suite.alice, `/gear/${aliceId}`],
      [suite.bob, `/documents/${aliceId}`],
    ] as const) {
      const reply = await caller.get(path)
      expect({ path, status: reply.status, code: reply.problem().code }).toEqual({
        path,
        status: 404,
        code: 'not_found',
      })
    }
  })

  it('has no POST, PATCH or DELETE beside it', async () => {
    for (const reply of [
      await suite.alice.post('/documents', { type: 'receipt', title: 'x' }),
      await suite.alice.patch(`/documents/${all[0]?.id}`, { updates: { title: 'x' } }),
      await suite.alice.delete(`/documents/${all[0]?.id}`),
    ]) {
      expect(reply).toHaveStatus(405)
      expect(reply.headers['allow']).toBe('GET, HEAD, OPTIONS')
    }
  })
})

describe('the lists of both planes', () => {
  it('are the same', async () => {
    const owner = ownerOf(suite)
    for (const query of ['', '?type=warranty', `?gear_id=${lens.id}`, '?expiresFrom=2027-01-01&limit=2&offset=1']) {
      const [fromApi, fromSettings] = [
        await suite.alice.get(`/documents${query}`),
        await owner.get(`/documents${query}`),
      ]
      expect({ text: fromSettings.text, etag: fromSettings.headers['etag'] }).toEqual({
        text: fromApi.text,
        etag: fromApi.headers['etag'],
      })
    }
    expect((await owner.get(`/documents/${all[0]?.id}`)).text).toBe(
      (await suite.alice.get(`/documents/${all[0]?.id}`)).text,
    )
    const bob = createSettings(suite.server.url, suite.bobAccount.owner_key)
    expect((await bob.get(`/documents/${all[0]?.id}`)).status).toBe(404)
    expect((await owner.get('/documents?expiresFrom=2027-03-02&expiresTo=2027-03-01')).status).toBe(400)
  })
})
