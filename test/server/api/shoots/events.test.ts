import { describe, expect, it } from 'vitest'
import { EVENT_TEXT_LIMIT, EventBody } from '../../../../contract/events.ts'
import { useServer } from '../../../support/suite.ts'
import { makeShoot, shootBody, shootOf } from './support.ts'

const suite = useServer()
const actor = { kind: 'api', id: expect.any(String) as string }

async function eventsOf(id: string): Promise<EventBody[]> {
  const rows = await suite.sql<{ body: string }>('select body from event where record_id = ? order by seq', id)
  return rows.map((row) => EventBody.parse(JSON.parse(row.body)))
}

describe('events of shoots', () => {
  it('report creation, change and deletion with the record and the changed fields', async () => {
    const createdReply = await suite.alice.post('/shoots', shootBody({ location: 'A' }))
    const shoot = shootOf(createdReply)
    const updatedReply = await suite.alice.patch(`/shoots/${shoot.id}`, {
      updates: { shoot_time: '09:00', locations: ['B', 'C'], title: shoot.title },
    })
    const deletedReply = await suite.alice.delete(`/shoots/${shoot.id}`)
    const events = await eventsOf(shoot.id)
    expect(events.map((event) => [event.type, event.data])).toEqual([
      ['shoot.created', { record: shoot, changes: {}, request_id: createdReply.headers['request-id'], actor }],
      [
        'shoot.updated',
        {
          record: shootOf(updatedReply),
          changes: {
            shoot_time: { from: null, to: '09:00' },
            location: { from: 'A', to: 'B' },
            locations: { from: ['A'], to: ['B', 'C'] },
          },
          request_id: updatedReply.headers['request-id'],
          actor,
        },
      ],
      [
        'shoot.deleted',
        { record: shootOf(updatedReply), changes: {}, request_id: deletedReply.headers['request-id'], actor },
      ],
    ])
  })

  it('include the progress that a completion sets', async () => {
    const shoot = await makeShoot(suite.alice)
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { status: 'completed' } })
    expect((await eventsOf(shoot.id))[1]?.data.changes).toEqual({
      status: { from: 'planning', to: 'completed' },
      completion_progress: { from: 0, to: 100 },
    })
  })

  it('include only locations when the first one stays the same', async () => {
    const shoot = await makeShoot(suite.alice, { locations: ['A', 'B'] })
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { location: 'A' } })
    expect((await eventsOf(shoot.id))[1]?.data.changes).toEqual({ locations: { from: ['A', 'B'], to: ['A'] } })
  })

  it('truncate long notes and list the field', async () => {
    const shoot = await makeShoot(suite.alice, { notes: '📷'.repeat(EVENT_TEXT_LIMIT + 1) })
    const [event] = await eventsOf(shoot.id)
    expect({ truncated: event?.data.truncated, notes: event?.data.record['notes'] }).toEqual({
      truncated: ['notes'],
      notes: '📷'.repeat(EVENT_TEXT_LIMIT),
    })
  })

  it('are not created for requests that are refused or change nothing', async () => {
    const shoot = await makeShoot(suite.alice)
    const countBefore = await suite.sql('select count(*) as n from event')
    await suite.alice.post('/shoots', {})
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { title: shoot.title } })
    await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { title: 'X' } }, { 'if-match': '"stale"' })
    await suite.alice.delete('/shoots/none')
    expect(await suite.sql('select count(*) as n from event')).toEqual(countBefore)
  })
})
