import { describe, expect, it } from 'vitest'
import { EventBody } from '../../../../contract/events.ts'
import { useServer } from '../../../support/suite.ts'
import { makeService, recordOf, recordsOf } from './support.ts'

const suite = useServer()
const actor = { kind: 'api', id: expect.any(String) as string }

const eventsOf = async (column: 'record_id' | 'type', value: string): Promise<EventBody[]> =>
  (await suite.sql<{ body: string }>(`select body from event where ${column} = ? order by seq`, value)).map((row) =>
    EventBody.parse(JSON.parse(row.body)),
  )

describe('DELETE /maintenance/{id}', () => {
  it('removes the record in any status, and nothing else', async () => {
    const item = await suite.alice.createItem()
    const keptRecord = await makeService(suite.alice, item)
    for (const status of ['scheduled', 'in_progress', 'completed']) {
      const record = await makeService(suite.alice, item, { status })
      const reply = await suite.alice.delete(`/maintenance/${record.id}`)
      expect(reply).toHaveStatus(200)
      expect(reply.item()).toEqual({ id: record.id, deleted: true })
      expect((await suite.alice.get(`/maintenance/${record.id}`)).status).toBe(404)
      expect((await suite.alice.delete(`/maintenance/${record.id}`)).status).toBe(404)
      expect((await suite.alice.patch(`/maintenance/${record.id}`, { updates: { cost: 1 } })).status).toBe(404)
    }
    expect(recordsOf(await suite.alice.get('/maintenance'))).toEqual([keptRecord])
    expect((await suite.alice.get(`/gear/${item.id}`)).status).toBe(200)
  })

  it('honours If-Match, and refuses a body and query parameters', async () => {
    const record = await makeService(suite.alice, await suite.alice.createItem())
    const path = `/maintenance/${record.id}`
    expect((await suite.alice.delete(path, { 'if-match': '"stale"' })).status).toBe(412)
    expect((await suite.alice.delete('/maintenance/none', { 'if-match': '"stale"' })).status).toBe(404)
    const body = await suite.alice.send('DELETE', path, { headers: { 'content-type': 'application/json' }, body: '{}' })
    expect(body).toBeProblem(400, 'invalid_request')
    expect((await suite.alice.delete(`${path}?force=1`)).faults()).toEqual(['force unknown_parameter'])
    expect(recordOf(await suite.alice.get(path))).toEqual(record)
    expect((await suite.alice.delete(path, { 'if-match': `"${record.updated_at}"` })).status).toBe(200)
  })

  it('succeeds once among concurrent requests', async () => {
    const record = await makeService(suite.alice, await suite.alice.createItem())
    const replies = await Promise.all(Array.from({ length: 20 }, () => suite.alice.delete(`/maintenance/${record.id}`)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 404)).toHaveLength(19)
  })
})

describe('events of maintenance', () => {
  it('report creation, change and deletion, each with its request id', async () => {
    const createdReply = await suite.alice.post('/maintenance', {
      item_type: 'camera',
      item_id: (await suite.alice.createItem()).id,
      service_type: 'Repair',
      service_date: '2027-01-01',
    })
    const { id } = recordOf(createdReply)
    const updatedReply = await suite.alice.patch(`/maintenance/${id}`, {
      updates: { cost: 12, service_type: 'Repair' },
    })
    const deletedReply = await suite.alice.delete(`/maintenance/${id}`)
    expect((await eventsOf('record_id', id)).map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'maintenance.created',
        data: { record: recordOf(createdReply), changes: {}, request_id: createdReply.headers['request-id'], actor },
      },
      {
        type: 'maintenance.updated',
        data: {
          record: recordOf(updatedReply),
          changes: { cost: { from: null, to: 12 } },
          request_id: updatedReply.headers['request-id'],
          actor,
        },
      },
      {
        type: 'maintenance.deleted',
        data: { record: recordOf(updatedReply), changes: {}, request_id: deletedReply.headers['request-id'], actor },
      },
    ])
  })

  it('are not created for refused requests', async () => {
    const item = await suite.alice.createItem()
    const countBefore = await suite.sql('select count(*) as n from event')
    await suite.alice.post('/maintenance', {
      item_type: 'lens',
      item_id: item.id,
      service_type: 'Repair',
      service_date: '2027-01-01',
    })
    await suite.alice.patch('/maintenance/none', { updates: { cost: 1 } })
    await suite.alice.delete('/maintenance/none')
    expect(await suite.sql('select count(*) as n from event')).toEqual(countBefore)
  })
})

describe('DELETE /gear/{id}', () => {
  it('removes the item’s maintenance records, with an event for each', async () => {
    const [item, otherItem] = [await suite.alice.createItem(), await suite.alice.createItem()]
    const records = await Promise.all(
      ['scheduled', 'completed', 'in_progress', 'scheduled'].map((status) =>
        makeService(suite.alice, item, { status }),
      ),
    )
    const keptRecord = await makeService(suite.alice, otherItem)
    const totals = async (): Promise<number[]> =>
      Promise.all(
        ['', '?status=scheduled', '?status=completed'].map(
          async (query) => (await suite.alice.get(`/maintenance${query}`)).pagination().total,
        ),
      )
    const totalsBefore = await totals()
    const reply = await suite.alice.delete(`/gear/${item.id}`)
    expect(reply.item()['cleaned']).toEqual({ maintenance: 4, documents: 0 })
    expect(await totals()).toEqual(totalsBefore.map((total, index) => total - ([4, 2, 1][index] ?? 0)))
    expect(recordsOf(await suite.alice.get(`/maintenance?item_id=${item.id}`))).toEqual([])
    expect(recordsOf(await suite.alice.get(`/maintenance?item_id=${otherItem.id}`))).toEqual([keptRecord])
    const deletions = (await eventsOf('type', 'maintenance.deleted')).filter(
      (event) => event.data.request_id === reply.headers['request-id'],
    )
    expect(deletions.map((event) => event.data.record)).toEqual(records.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    for (const record of records) expect((await suite.alice.get(`/maintenance/${record.id}`)).status).toBe(404)
  })
})
