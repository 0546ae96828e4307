import { beforeAll, describe, expect, it } from 'vitest'
import type { Shoot } from '../../../../contract/api/shoots.ts'
import { useServer } from '../../../support/suite.ts'
import { byStart, makeShoot, shootsOf } from './support.ts'

const suite = useServer({ bob: true })
const titles = (shoots: readonly Shoot[]): string[] => shoots.map((shoot) => shoot.title)

async function make(fields: Record<string, unknown>, status: string): Promise<Shoot> {
  const shoot = await makeShoot(suite.alice, fields)
  if (status === 'planning') return shoot
  return (await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { status } })).item() as unknown as Shoot
}

describe('GET /shoots', () => {
  const madeShoots: Shoot[] = []

  beforeAll(async () => {
    const shootFields: [Record<string, unknown>, string][] = [
      [{ title: 'Late', shoot_date: '2026-06-20', shoot_time: '23:59' }, 'planning'],
      [{ title: 'Open 1', shoot_date: '2026-06-20', client_name: 'Møller & Söhne' }, 'confirmed'],
      [{ title: 'Early', shoot_date: '2026-06-20', shoot_time: '00:00', location: 'Łódź' }, 'planning'],
      [{ title: 'Open 2', shoot_date: '2026-06-20' }, 'planning'],
      [{ title: 'Before', shoot_date: '2026-06-19', locations: ['Große Freiheit', '100 % Beach_8'] }, 'completed'],
      [
        { title: 'After', shoot_date: '2026-06-21', shoot_time: '08:00', locations: ['Strand', 'Vidéo Hall'] },
        'cancelled',
      ],
      [{ title: 'Noon A', shoot_date: '2026-06-20', shoot_time: '12:00' }, 'confirmed'],
      [{ title: 'Noon B', shoot_date: '2026-06-20', shoot_time: '12:00' }, 'confirmed'],
      [{ title: 'First ever', shoot_date: '1900-01-01' }, 'completed'],
      [{ title: 'Last ever', shoot_date: '2200-12-31', shoot_time: '09:00' }, 'planning'],
    ]
    for (const [fields, status] of shootFields) madeShoots.push(await make(fields, status))
    await makeShoot(suite.bob, { title: 'Of a stranger', shoot_date: '2026-06-20', location: 'Łódź' })
  })

  it('lists by date, by time with null last, and by id', async () => {
    const reply = await suite.alice.get('/shoots')
    expect(titles(shootsOf(reply))).toEqual([
      'First ever',
      'Before',
      'Early',
      'Noon A',
      'Noon B',
      'Late',
      'Open 1',
      'Open 2',
      'After',
      'Last ever',
    ])
    expect(shootsOf(reply)).toEqual(madeShoots.toSorted(byStart))
    expect(reply.pagination()).toEqual({ limit: 50, offset: 0, returned: 10, total: 10 })
  })

  it.each([
    ['', [], {}],
    ['status=completed', ['First ever', 'Before'], { status: 'completed' }],
    ['status=confirmed&limit=1&offset=1', ['Noon B'], { status: 'confirmed' }],
    [
      'fromDate=2026-06-20&toDate=2026-06-20',
      ['Early', 'Noon A', 'Noon B', 'Late', 'Open 1', 'Open 2'],
      { fromDate: '2026-06-20', toDate: '2026-06-20' },
    ],
    ['fromDate=2026-06-21', ['After', 'Last ever'], { fromDate: '2026-06-21' }],
    ['toDate=2026-06-19', ['First ever', 'Before'], { toDate: '2026-06-19' }],
    ['toDate=1900-01-01', ['First ever'], { toDate: '1900-01-01' }],
    ['fromDate=2200-12-31', ['Last ever'], { fromDate: '2200-12-31' }],
    ['fromDate=2026-06-22&toDate=2200-12-30', [], { fromDate: '2026-06-22', toDate: '2200-12-30' }],
    [
      'status=planning&fromDate=2026-06-20&toDate=2026-06-21',
      ['Early', 'Late', 'Open 2'],
      { status: 'planning', fromDate: '2026-06-20', toDate: '2026-06-21' },
    ],
    [
      'q=noon&status=confirmed&toDate=2026-06-20',
      ['Noon A', 'Noon B'],
      { q: 'noon', status: 'confirmed', toDate: '2026-06-20' },
    ],
    ['search=%20NOON%20&limit=1', ['Noon A'], { q: 'NOON' }],
  ] as const)('filters by "%s" and echoes the filters', async (query, expected, filters) => {
    const reply = await suite.alice.get(`/shoots?${query}`)
    const body = JSON.parse(reply.text) as { filters: unknown }
    expect(body.filters).toEqual(filters)
    expect(titles(shootsOf(reply))).toEqual(query === '' ? titles(madeShoots.toSorted(byStart)) : expected)
    expect(reply.pagination()).not.toHaveProperty('status')
  })

  it.each([
    ['noon', ['Noon A', 'Noon B']],
    ['NOON b', ['Noon B']],
    ['b noon', ['Noon B']],
    ['oo', ['Noon A', 'Noon B']],
    ['sohne', ['Open 1']],
    ['MOLLER open', ['Open 1']],
    ['sohne early', []],
    ['lodz', ['Early']],
    ['GROSSE', ['Before']],
    ['große before', ['Before']],
    ['video', ['After']],
    ['after strand hall', ['After']],
    ['strandvideo', []],
    ['100 %', ['Before']],
    ['h_8', ['Before']],
    ['%', ['Before']],
    ['_', ['Before']],
    ['\\', []],
    ["' or 1=1 --", []],
    ['&', ['Open 1']],
    ['ever', ['First ever', 'Last ever']],
    ['2026', []],
  ])('finds %j in title, client and locations, with q and with search', async (q, expected) => {
    for (const name of ['q', 'search']) {
      const reply = await suite.alice.get(`/shoots?${name}=${encodeURIComponent(q)}`)
      expect({ name, titles: titles(shootsOf(reply)), total: reply.pagination().total }).toEqual({
        name,
        titles: expected,
        total: expected.length,
      })
    }
  })

  it('searches the new text after a change', async () => {
    const shoot = await makeShoot(suite.alice, { title: 'Oldtitle', client_name: 'Oldclient', location: 'Oldplace' })
    const total = async (q: string): Promise<number> => (await suite.alice.get(`/shoots?q=${q}`)).pagination().total
    expect(await total('oldtitle+oldclient+oldplace')).toBe(1)
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { title: 'Newtitle' } })
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { client_name: null } })
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { locations: ['Here', 'Newplace'] } })
    expect(await total('old')).toBe(0)
    expect(await total('newtitle+newplace')).toBe(1)
    await suite.alice.delete(`/shoots/${shoot.id}`)
    expect(await total('newtitle')).toBe(0)
  })

  it('reorders a shoot when its date or time changes', async () => {
    const shoot = await makeShoot(suite.alice, { title: 'Mover', shoot_date: '2027-01-01' })
    const otherShoot = await makeShoot(suite.alice, { title: 'Fixed', shoot_date: '2027-01-01', shoot_time: '12:00' })
    const order = async (): Promise<string[]> =>
      titles(shootsOf(await suite.alice.get('/shoots?fromDate=2027-01-01&toDate=2027-01-02')))
    expect(await order()).toEqual(['Fixed', 'Mover'])
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { shoot_time: '11:59' } })
    expect(await order()).toEqual(['Mover', 'Fixed'])
    await suite.alice.patch(`/shoots/${otherShoot.id}`, { updates: { shoot_time: '00:00' } })
    expect(await order()).toEqual(['Fixed', 'Mover'])
    await suite.alice.patch(`/shoots/${otherShoot.id}`, { updates: { shoot_date: '2027-01-02' } })
    expect(await order()).toEqual(['Mover', 'Fixed'])
    for (const { id } of [shoot, otherShoot]) await suite.alice.delete(`/shoots/${id}`)
  })

  it.each([
    ['status=done', ['status invalid_value']],
    ['status=', ['status invalid_value']],
    ['fromDate=2026-02-30&toDate=x', ['fromDate invalid_value', 'toDate invalid_value']],
    ['fromDate=2026-06-21&toDate=2026-06-20', ['toDate invalid_value']],
    ['q=a&search=a', ['search invalid_value']],
    ['q=%20', ['q required']],
    ['search=', ['search required']],
    [`q=${'x'.repeat(201)}`, ['q too_long']],
    ['from_date=2026-06-20&statsu=planning', ['from_date unknown_parameter', 'statsu unknown_parameter']],
    ['status=planning&status=planning', ['status repeated_parameter']],
    ['limit=0&offset=-1', ['limit invalid_value', 'offset invalid_value']],
    ['limit=201', ['limit invalid_value']],
    ['type=camera', ['type unknown_parameter']],
  ])('refuses %s', async (query, faults) => {
    const reply = await suite.alice.get(`/shoots?${query}`)
    expect(reply).toBeProblem(400, 'invalid_query', faults)
  })

  it('answers 200 with an empty page for an offset beyond the end', async () => {
    for (const query of [
      'offset=10',
      'offset=2147483647',
      'offset=2&status=completed',
      'offset=6&fromDate=2026-06-20&toDate=2026-06-20',
      'offset=2&q=noon',
    ]) {
      const reply = await suite.alice.get(`/shoots?${query}`)
      expect(reply).toHaveStatus(200)
      expect({ items: reply.items(), returned: reply.pagination().returned }).toEqual({ items: [], returned: 0 })
      expect(reply.pagination().total).toBeGreaterThan(0)
    }
  })

  it('answers 304 until a shoot changes, and not because of gear', async () => {
    const etagOf = async (path: string): Promise<string> => (await suite.alice.get(path)).headers['etag'] ?? ''
    const paths = ['/shoots', '/shoots?status=planning', '/shoots?q=noon']
    const etags = await Promise.all(paths.map(etagOf))
    await suite.alice.createItem()
    for (const [index, path] of paths.entries())
      expect((await suite.alice.get(path, { 'if-none-match': etags[index] ?? '' })).status).toBe(304)
    const shoot = await makeShoot(suite.alice, { title: 'Changes the lists' })
    for (const [index, path] of paths.entries())
      expect((await suite.alice.get(path, { 'if-none-match': etags[index] ?? '' })).status).toBe(200)
    await suite.alice.delete(`/shoots/${shoot.id}`)
  })

  it('never shows the shoots of another account', async () => {
    for (const query of ['', '?q=lodz', '?status=planning', '?fromDate=2026-06-20&toDate=2026-06-20', '?q=stranger'])
      expect(titles(shootsOf(await suite.bob.get(`/shoots${query}`)))).toEqual(['Of a stranger'])
    expect(shootsOf(await suite.alice.get('/shoots?q=stranger'))).toEqual([])
  })
})
