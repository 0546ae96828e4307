import { describe, expect, it } from 'vitest'
import { EVENT_TEXT_LIMIT, EventBody } from '../../../contract/events.ts'
import { useServer } from '../../support/suite.ts'
import { makeShoot, plan, shootOf } from './support.ts'

const suite = useServer()

async function eventsOf(id: string): Promise<EventBody[]> {
  const rows = await suite.sql<{ body: string }>('select body from event where record_id = ? order by seq', id)
  return rows.map((row) => EventBody.parse(JSON.parse(row.body)))
}

describe('events of shoots', () => {
  it('tell of creation, change and deletion with the record and what changed', async () => {
    const created = await suite.alice.post('/shoots', plan({ location: 'A' }))
    const shoot = shootOf(created)
    const updated = await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { shoot_time: '09:00', locations: ['B', 'C'], title: shoot.title } })
    const deleted = await suite.alice.delete(`/shoots/${shoot.id}`)
    const events = await eventsOf(shoot.id)
    expect(events.map((event) => [event.type, event.data])).toEqual([
      ['shoot.created', { record: shoot, changes: {}, request_id: created.headers['request-id'] }],
      [
        'shoot.updated',
        {
          record: shootOf(updated),
          changes: { shoot_time: { from: null, to: '09:00' }, location: { from: 'A', to: 'B' }, locations: { from: ['A'], to: ['B', 'C'] } },
          request_id: updated.headers['request-id'],
        },
      ],
      ['shoot.deleted', { record: shootOf(updated), changes: {}, request_id: deleted.headers['request-id'] }],
    ])
  })

  it('name the progress that a completion sets', async () => {
    const shoot = await makeShoot(suite.alice)
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { status: 'completed' } })
    expect((await eventsOf(shoot.id))[1]?.data.changes).toEqual({
      status: { from: 'planning', to: 'completed' },
      completion_progress: { from: 0, to: 100 },
    })
  })

  it('name only the list where the first place stays', async () => {
    const shoot = await makeShoot(suite.alice, { locations: ['A', 'B'] })
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { location: 'A' } })
    expect((await eventsOf(shoot.id))[1]?.data.changes).toEqual({ locations: { from: ['A', 'B'], to: ['A'] } })
  })

  it('cut long notes and say so', async () => {
    const shoot = await makeShoot(suite.alice, { notes: '📷'.repeat(EVENT_TEXT_LIMIT + 1) })
    const [event] = await eventsOf(shoot.id)
    expect([event?.data.truncated, event?.data.record['notes']]).toEqual([['notes'], '📷'.repeat(EVENT_TEXT_LIMIT)])
  })

  it('are not told of what was refused or changed nothing', async () => {
    const shoot = await makeShoot(suite.alice)
    const before = await suite.sql('select count(*) as n from event')
    await suite.alice.post('/shoots', {})
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { title: shoot.title } })
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { title: 'X' } }, { 'if-match': '"stale"' })
    await suite.alice.delete('/shoots/none')
    expect(await suite.sql('select count(*) as n from event')).toEqual(before)
  })
})
