import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../../../contract/events.ts'
import { camera, type Api } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ fakeClock: true, bob: true })
const settings = (): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)

interface EventPage {
  data: EventBody[]
  pagination: { limit: number; next_cursor: string | null }
}

async function list(query = ''): Promise<EventPage> {
  const reply = await settings().get(`/events?${query}`)
  if (reply.status !== 200) throw new Error(reply.text)
  return JSON.parse(reply.text) as EventPage
}

async function walk(query: string): Promise<EventBody[]> {
  const events: EventBody[] = []
  let cursor = ''
  for (;;) {
    const { data, pagination } = await list(`${query}${cursor}`)
    events.push(...data)
    if (pagination.next_cursor === null) return events
    cursor = `&cursor=${pagination.next_cursor}`
  }
}

describe('GET /events', () => {
  it('returns stored events, newest first, with each filter alone and combined', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-01-01' })
    suite.clock.move(1000)
    const patchedReply = await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: 'x'.repeat(1200) } })
    suite.clock.move(1000)
    const otherItem = await suite.alice.createItem()
    suite.clock.move(1000)
    await suite.alice.delete(`/gear/${item.id}`)
    for (let index = 0; index < 8; index++) await suite.alice.createItem()
    const all = await walk('limit=200')
    const storedEvents = await suite.sql<{ body: string }>(
      'select body from event where account_id = ? order by seq desc',
      suite.aliceAccount.account_id,
    )
    expect(all).toMatchObject(storedEvents.map((row) => JSON.parse(row.body) as EventBody))
    expect(all.length).toBe(14)
    const eventTime = (all.find((event) => event.data.record['id'] === otherItem.id) as EventBody).timestamp
    const request = patchedReply.headers['request-id'] ?? ''
    const cases: [string, (event: EventBody) => boolean][] = [
      ['type=gear.*', (event) => event.type.startsWith('gear.')],
      ['type=gear.created', (event) => event.type === 'gear.created'],
      ['type=document.*', (event) => event.type.startsWith('document.')],
      ['type=shoot.*', () => false],
      [`object_id=${item.id}`, (event) => event.data.record['id'] === item.id],
      [`object_id=${item.id.toUpperCase()}&type=gear.*`, (event) => event.data.record['id'] === item.id],
      [`object_id=${item.id}&type=gear.deleted`, (event) => event.type === 'gear.deleted'],
      [`request_id=${request}`, (event) => event.data.request_id === request],
      [`request_id=${request}&type=document.*`, () => false],
      [`from=${eventTime}`, (event) => event.timestamp >= eventTime],
      [`to=${eventTime}`, (event) => event.timestamp <= eventTime],
      [`from=${eventTime}&to=${eventTime}&type=gear.*`, (event) => event.timestamp === eventTime],
      ['to=2001-01-01', () => false],
      ['from=2199-01-01', () => false],
    ]
    for (const [query, matchesQuery] of cases)
      for (const limit of [200, 3])
        expect(await walk(`${query}&limit=${limit}`), `${query} by ${limit}`).toEqual(all.filter(matchesQuery))
    expect(all.find((event) => event.data.request_id === request)?.data.truncated).toEqual(['notes'])
  })

  it('is paged by a cursor that stays correct while events arrive', async () => {
    const idsBefore = (await walk('limit=200')).map((event) => event.id)
    const walked: string[] = []
    let cursor = ''
    do {
      const { data, pagination } = await list(`limit=4${cursor}`)
      walked.push(...data.map((event) => event.id))
      cursor = pagination.next_cursor === null ? '' : `&cursor=${pagination.next_cursor}`
      await suite.alice.post('/gear', camera())
    } while (cursor !== '')
    expect(walked).toEqual(idsBefore)
  })

  it('refuses invalid parameters, and shows nothing to another account', async () => {
    for (const [query, fault] of [
      ['type=gear', 'type invalid_value'],
      ['type=*', 'type invalid_value'],
      ['cursor=YXVkaXQ', 'cursor invalid_value'],
      ['from=2026-02-02&to=2026-02-01', 'to invalid_value'],
      ['limit=0', 'limit invalid_value'],
    ]) {
      const reply = await settings().get(`/events?${query}`)
      expect(reply).toHaveFaults(400, [fault])
    }
    const bobReply = await createSettings(suite.server.url, suite.bobAccount.owner_key).get('/events')
    expect(JSON.parse(bobReply.text)).toEqual({ data: [], pagination: { limit: 50, next_cursor: null } })
    const secondReply = await settings().get('/events?limit=1')
    expect(
      (await settings().get('/events?limit=1', { 'if-none-match': secondReply.headers['etag'] ?? '' })).status,
    ).toBe(304)
  })
})
