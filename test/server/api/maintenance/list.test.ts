import { beforeAll, describe, expect, it } from 'vitest'
import type { Maintenance } from '../../../../contract/api/maintenance.ts'
import type { Item } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'
import { makeService, recordsOf } from './support.ts'

const suite = useServer({ bob: true })
let camera: Item
let lens: Item
let all: Maintenance[]

beforeAll(async () => {
  camera = await suite.alice.createItem()
  lens = await suite.alice.createItem({ gear_type: 'lens' })
  const stranger = await suite.bob.createItem()
  const madeRecords = []
  for (const [item, service_date, status] of [
    [camera, '2027-05-01', 'scheduled'],
    [lens, '2027-03-01', 'scheduled'],
    [camera, '2027-03-01', 'completed'],
    [camera, '2026-12-31', 'in_progress'],
    [lens, '2027-05-02', 'completed'],
    [camera, '2027-03-01', 'scheduled'],
  ] as const)
    madeRecords.push(await makeService(suite.alice, item, { service_date, status }))
  await makeService(suite.bob, stranger, { service_date: '2027-03-01' })
  // Ids increase with creation, so a stable sort by date keeps them in order.
  all = madeRecords.toSorted((a, b) => (a.service_date < b.service_date ? -1 : Number(a.service_date > b.service_date)))
})

describe('GET /maintenance', () => {
  it('lists by service date and id', async () => {
    const reply = await suite.alice.get('/maintenance')
    expect(recordsOf(reply)).toEqual(all)
    expect(reply.pagination()).toEqual({ limit: 50, offset: 0, returned: 6, total: 6 })
  })

  it('filters by status, item, type and inclusive dates', async () => {
    const filters: [string, (record: Maintenance) => boolean][] = [
      ['status=scheduled', ({ status }) => status === 'scheduled'],
      ['status=cancelled', () => false],
      ['item_type=lens', ({ item_type: type }) => type === 'lens'],
      ['item_type=drone', () => false],
      [`item_id=${camera.id}`, ({ item_id: item }) => item === camera.id],
      [`item_id=${camera.id.toUpperCase()}`, ({ item_id: item }) => item === camera.id],
      [`item_id=${camera.id}&item_type=lens`, () => false],
      [
        `item_id=${camera.id}&item_type=camera&status=scheduled`,
        ({ item_id: item, status }) => item === camera.id && status === 'scheduled',
      ],
      ['fromDate=2027-03-01', ({ service_date: day }) => day >= '2027-03-01'],
      ['toDate=2027-03-01', ({ service_date: day }) => day <= '2027-03-01'],
      ['fromDate=2027-03-01&toDate=2027-03-01', ({ service_date: day }) => day === '2027-03-01'],
      ['fromDate=2027-03-02&toDate=2027-05-01&item_type=camera', ({ service_date: day }) => day === '2027-05-01'],
      [
        `toDate=2027-03-01&item_id=${lens.id}`,
        ({ service_date: day, item_id: item }) => item === lens.id && day === '2027-03-01',
      ],
    ]
    for (const [query, matchesQuery] of filters) {
      const reply = await suite.alice.get(`/maintenance?${query}`)
      expect({ query, records: recordsOf(reply) }).toEqual({ query, records: all.filter(matchesQuery) })
      expect({ query, total: reply.pagination().total }).toEqual({ query, total: all.filter(matchesQuery).length })
    }
  })

  it('returns pages without gap or overlap', async () => {
    for (const filter of ['', 'item_type=camera&', `item_id=${camera.id}&`, 'fromDate=2027-01-01&']) {
      const allRecords = recordsOf(await suite.alice.get(`/maintenance?${filter}`))
      for (const limit of [1, 2, 5]) {
        const pages = []
        for (let offset = 0; offset <= allRecords.length; offset += limit)
          pages.push(...recordsOf(await suite.alice.get(`/maintenance?${filter}limit=${limit}&offset=${offset}`)))
        expect(pages).toEqual(allRecords)
      }
    }
  })

  it('finds nothing for an unknown item or one of another account', async () => {
    const bobItem = (await suite.bob.get('/gear')).items()[0]
    for (const id of [bobItem?.id, '0192f3a4-0000-7000-8000-000000000000']) {
      const reply = await suite.alice.get(`/maintenance?item_id=${id}`)
      expect(reply).toHaveStatus(200)
      expect({ items: reply.items(), total: reply.pagination().total }).toEqual({ items: [], total: 0 })
    }
    expect((await suite.bob.get('/maintenance')).pagination().total).toBe(1)
  })

  it.each([
    ['status=done', ['status invalid_value']],
    ['item_type=tripod', ['item_type invalid_value']],
    ['item_id=nothing', ['item_id invalid_value']],
    ['item_id=', ['item_id invalid_value']],
    ['fromDate=2027-02-30', ['fromDate invalid_value']],
    ['fromDate=01.03.2027&toDate=x', ['fromDate invalid_value', 'toDate invalid_value']],
    ['fromDate=2027-03-02&toDate=2027-03-01', ['toDate invalid_value']],
    ['from=2027-03-01', ['from unknown_parameter']],
    ['gear_id=x&limit=0', ['gear_id unknown_parameter', 'limit invalid_value']],
    ['status=scheduled&status=completed', ['status repeated_parameter']],
  ])('refuses ?%s', async (query, faults) => {
    const reply = await suite.alice.get(`/maintenance?${query}`)
    expect(reply).toBeProblem(400, 'invalid_query', faults)
  })

  it('has an ETag that changes with each change of a record, and with no other', async () => {
    const tag = async (): Promise<string> => (await suite.alice.get('/maintenance?limit=1')).headers['etag'] ?? ''
    const tagBefore = await tag()
    await suite.alice.patch(`/gear/${camera.id}`, { updates: { notes: 'cleaned' } })
    expect((await suite.alice.get('/maintenance?limit=1', { 'if-none-match': tagBefore })).status).toBe(304)
    const record = await makeService(suite.alice, camera, { service_date: '2030-01-01' })
    const tags = [tagBefore, await tag()]
    await suite.alice.patch(`/maintenance/${record.id}`, { updates: { cost: 1 } })
    tags.push(await tag())
    await suite.alice.delete(`/maintenance/${record.id}`)
    tags.push(await tag())
    expect(new Set(tags).size).toBe(4)
  })
})
