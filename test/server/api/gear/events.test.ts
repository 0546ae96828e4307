import { describe, expect, it } from 'vitest'
import { EVENT_TEXT_LIMIT, EventBody } from '../../../../contract/events.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()
const actor = { kind: 'api', id: expect.any(String) as string }

const eventsOf = async (id: string): Promise<EventBody[]> =>
  (await suite.sql<{ body: string }>('select body from event where record_id = ? order by seq', id)).map((row) =>
    EventBody.parse(JSON.parse(row.body)),
  )

describe('events of gear', () => {
  it('report creation, change and deletion, each with its request id', async () => {
    const createdReply = await suite.alice.post('/gear', { gear_type: 'lens', brand: 'Sigma', model: '85', notes: 'n' })
    const { id } = createdReply.item()
    const updatedReply = await suite.alice.patch(`/gear/${id}`, {
      updates: { notes: 'n', status: 'ready', max_aperture: 1.4 },
    })
    const deletedReply = await suite.alice.delete(`/gear/${id}`)
    const events = await eventsOf(id)
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
        type: 'gear.created',
        timestamp: createdReply.item().created_at,
        data: { record: createdReply.item(), changes: {}, request_id: createdReply.headers['request-id'], actor },
      },
      {
        id: expect.any(String),
        type: 'gear.updated',
        timestamp: expect.any(String),
        data: {
          record: updatedReply.item(),
          changes: { status: { from: 'available', to: 'ready' }, max_aperture: { from: null, to: 1.4 } },
          request_id: updatedReply.headers['request-id'],
          actor,
        },
      },
      {
        id: expect.any(String),
        type: 'gear.deleted',
        timestamp: expect.any(String),
        data: { record: updatedReply.item(), changes: {}, request_id: deletedReply.headers['request-id'], actor },
      },
    ])
    expect(new Set(events.map((event) => event.id)).size).toBe(3)
  })

  it('truncate texts of more than 1,000 characters and list the truncated fields', async () => {
    const longText = '📷'.repeat(EVENT_TEXT_LIMIT + 1)
    const item = await suite.alice.createItem({ notes: longText })
    await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: 'short' } })
    await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: '📷'.repeat(EVENT_TEXT_LIMIT) } })
    await suite.alice.patch(`/gear/${item.id}`, { updates: { model: 'X', notes: 'y'.repeat(10_000) } })
    const events = await eventsOf(item.id)
    const cutText = '📷'.repeat(EVENT_TEXT_LIMIT)
    expect(events.map((event) => event.data.truncated)).toEqual([['notes'], ['notes'], undefined, ['notes']])
    expect(events[0]?.data.record['notes']).toBe(cutText)
    expect(events[1]?.data.changes).toEqual({ notes: { from: cutText, to: 'short' } })
    expect(events[2]?.data.changes).toEqual({ notes: { from: 'short', to: cutText } })
    expect(events[3]?.data.record['notes']).toBe('y'.repeat(1000))
    expect(events[3]?.data.changes).toEqual({
      model: { from: 'EOS R5', to: 'X' },
      notes: { from: cutText, to: 'y'.repeat(1000) },
    })
  })

  it('contain lists unchanged', async () => {
    const item = await suite.alice.createItem({ gear_type: 'accessory', compatible_with: ['a', 'b'] })
    await suite.alice.patch(`/gear/${item.id}`, { updates: { compatible_with: ['a', 'b'] } })
    await suite.alice.patch(`/gear/${item.id}`, { updates: { compatible_with: ['b', 'a'] } })
    const events = await eventsOf(item.id)
    expect(events).toHaveLength(2)
    expect(events[1]?.data.changes).toEqual({ compatible_with: { from: ['a', 'b'], to: ['b', 'a'] } })
  })

  it('are not created for refused requests', async () => {
    const countBefore = await suite.sql('select count(*) as n from event')
    await suite.alice.post('/gear', { gear_type: 'camera' })
    await suite.alice.patch('/gear/none', { updates: { model: 'X' } })
    await suite.alice.delete('/gear/none')
    expect(await suite.sql('select count(*) as n from event')).toEqual(countBefore)
  })
})
