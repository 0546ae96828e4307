import { describe, expect, it } from 'vitest'
import { EventBody } from '../../../../contract/events.ts'
import type { Item } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()

const eventsOf = async (request: string): Promise<EventBody[]> =>
  (await suite.sql<{ body: string }>('select body from event order by seq'))
    .map((row) => EventBody.parse(JSON.parse(row.body)))
    .filter((event) => event.data.request_id === request)

async function addMaintenance(item: Item, status: string): Promise<string> {
  const record = {
    item_type: item.gear_type,
    item_id: item.id,
    service_type: 'Sensor cleaning',
    service_date: '2026-05-01',
    status,
  }
  return (await suite.alice.post('/maintenance', record)).item().id
}

describe('DELETE /gear/{id}', () => {
  it('removes the item and counts the records removed with it', async () => {
    const item = await suite.alice.createItem()
    const keptItem = await suite.alice.createItem()
    const reply = await suite.alice.delete(`/gear/${item.id}`)
    expect(reply).toHaveStatus(200)
    expect(reply.item()).toEqual({ id: item.id, deleted: true, cleaned: { maintenance: 0, documents: 0 } })
    expect((await suite.alice.get(`/gear/${item.id}`)).status).toBe(404)
    expect((await suite.alice.delete(`/gear/${item.id}`)).status).toBe(404)
    expect((await suite.alice.patch(`/gear/${item.id}`, { updates: { model: 'X' } })).status).toBe(404)
    expect((await suite.alice.get('/gear')).items()).toEqual([keptItem])
  })

  it('removes maintenance records and documents in the same transaction, with an event each', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-05-01' })
    const otherItem = await suite.alice.createItem({ warranty_expires_on: '2031-05-01' })
    const deletedRecords = [
      await addMaintenance(item, 'scheduled'),
      await addMaintenance(item, 'scheduled'),
      await addMaintenance(item, 'completed'),
    ]
    const keptRecord = await addMaintenance(otherItem, 'scheduled')
    const [document] = await suite.sql<{ id: string; record: string }>(
      'select id, record from document where gear_id = ?',
      item.id,
    )
    const reply = await suite.alice.delete(`/gear/${item.id}`)
    expect(reply.item()['cleaned']).toEqual({ maintenance: 3, documents: 1 })
    const events = await eventsOf(reply.headers['request-id'] ?? '')
    const eventNames = events.map((event) => `${event.type} ${String(event.data.record['id'])}`)
    expect(eventNames.toSorted()).toEqual(
      [
        `gear.deleted ${item.id}`,
        `document.deleted ${document?.id}`,
        ...deletedRecords.map((id) => `maintenance.deleted ${id}`),
      ].toSorted(),
    )
    expect(events.find((event) => event.type === 'gear.deleted')?.data).toMatchObject({ record: item, changes: {} })
    expect(events.find((event) => event.type === 'document.deleted')?.data.record).toEqual(
      JSON.parse(document?.record ?? ''),
    )
    expect(await suite.sql('select id from maintenance where account_id = ?', suite.aliceAccount.account_id)).toEqual([
      { id: keptRecord },
    ])
    expect(await suite.sql('select gear_id from document where account_id = ?', suite.aliceAccount.account_id)).toEqual(
      [{ gear_id: otherItem.id }],
    )
    const secondReply = await suite.alice.delete(`/gear/${otherItem.id}`)
    expect(secondReply.item()['cleaned']).toEqual({ maintenance: 1, documents: 1 })
  })

  it('frees the asset tag', async () => {
    const item = await suite.alice.createItem({ asset_tag: 'FREE' })
    await suite.alice.delete(`/gear/${item.id}`)
    expect((await suite.alice.createItem({ asset_tag: 'free' })).id).not.toBe(item.id)
  })

  it('succeeds once among concurrent requests', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2030-05-01' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => suite.alice.delete(`/gear/${item.id}`)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 404)).toHaveLength(19)
    const events = await suite.sql('select type from event where record_id = ? order by seq', item.id)
    expect(events).toEqual([{ type: 'gear.created' }, { type: 'gear.deleted' }])
  })

  it('refuses a body and query parameters', async () => {
    const item = await suite.alice.createItem()
    const body = await suite.alice.send('DELETE', `/gear/${item.id}`, {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(body).toBeProblem(400, 'invalid_request')
    const query = await suite.alice.delete(`/gear/${item.id}?force=1`)
    expect(query).toHaveFaults(400, ['force unknown_parameter'])
    expect((await suite.alice.get(`/gear/${item.id}`)).status).toBe(200)
  })
})
