import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'
import { makeService, recordOf, recordsOf } from './support.ts'

const suite = useServer({ own: true, bob: true })
let item: Item

beforeAll(async () => {
  item = await suite.alice.createItem()
})

const patch = (id: string, updates: unknown, headers?: Record<string, string>) =>
  suite.alice.patch(`/maintenance/${id}`, { updates }, headers)

describe('PATCH /maintenance/{id}', () => {
  it('changes the named fields and nothing else', async () => {
    const record = await makeService(suite.alice, item, { service_provider: 'CPS', cost: 10, notes: 'old' })
    const reply = await patch(record.id, { cost: 149.5, notes: ' new ', service_provider: 'Foto Maier' })
    const updatedRecord = recordOf(reply)
    expect(reply).toHaveStatus(200)
    expect(updatedRecord).toEqual({
      ...record,
      cost: 149.5,
      notes: 'new',
      service_provider: 'Foto Maier',
      updated_at: expect.any(String),
    })
    expect(updatedRecord.updated_at > record.updated_at).toBe(true)
    expect(reply.headers['etag']).toBe(`"${updatedRecord.updated_at}"`)
    expect(Object.keys(updatedRecord)).toEqual(Object.keys(record))
    expect(recordOf(await suite.alice.get(`/maintenance/${record.id}`))).toEqual(updatedRecord)
  })

  it('changes the fields that lists filter and sort by', async () => {
    const lens = await suite.alice.createItem({ gear_type: 'lens' })
    const record = await makeService(suite.alice, item, { service_date: '2031-01-05' })
    const movedRecord = recordOf(
      await patch(record.id, { item_type: 'lens', item_id: lens.id.toUpperCase(), service_date: '2032-02-29' }),
    )
    expect(movedRecord).toMatchObject({ item_type: 'lens', item_id: lens.id, service_date: '2032-02-29' })
    for (const query of [`item_id=${lens.id}`, 'item_type=lens', 'fromDate=2032-02-29&toDate=2032-02-29'])
      expect(recordsOf(await suite.alice.get(`/maintenance?${query}`))).toEqual([movedRecord])
    expect((await suite.alice.get('/maintenance?toDate=2031-01-05&fromDate=2031-01-05')).items()).toEqual([])
  })

  it('clears optional fields with null and with blank text', async () => {
    const record = await makeService(suite.alice, item, { service_provider: 'CPS', cost: 10, notes: 'old' })
    expect(recordOf(await patch(record.id, { service_provider: null, cost: null, notes: ' ' }))).toMatchObject({
      service_provider: null,
      cost: null,
      notes: null,
    })
  })

  it('refuses null for required fields', async () => {
    const record = await makeService(suite.alice, item)
    const updates = {
      item_type: null,
      item_id: null,
      service_type: null,
      service_date: null,
      status: null,
      notes: null,
    }
    const reply = await patch(record.id, updates)
    expect(reply).toHaveFaults(
      422,
      ['item_id', 'item_type', 'service_date', 'service_type', 'status'].map(
        (field) => `#/updates/${field} invalid_type`,
      ),
    )
  })

  it('answers a change without effect with the unchanged record', async () => {
    const record = await makeService(suite.alice, item, { status: 'completed', notes: 'same', cost: 0 })
    const events = await suite.sql('select count(*) as n from event')
    const etag = (await suite.alice.get('/maintenance')).headers['etag']
    for (const updates of [
      { notes: ' same' },
      { cost: -0, status: 'completed' },
      { item_id: item.id.toUpperCase(), item_type: 'camera' },
      { service_type: record.service_type, service_date: record.service_date, service_provider: '' },
    ]) {
      const reply = await patch(record.id, updates)
      expect(reply).toHaveStatus(200)
      expect({ record: recordOf(reply), etag: reply.headers['etag'] }).toEqual({
        record,
        etag: `"${record.updated_at}"`,
      })
    }
    expect(await suite.sql('select count(*) as n from event')).toEqual(events)
    expect((await suite.alice.get('/maintenance')).headers['etag']).toBe(etag)
  })

  it('reports all faults of the body at once', async () => {
    const record = await makeService(suite.alice, item)
    const updates = {
      id: 'x',
      completed_at: null,
      created_at: 'y',
      item_type: 'tripod',
      item_id: 'z',
      service_type: '',
      service_date: 'soon',
      cost: -1,
      status: 'done',
    }
    const reply = await suite.alice.patch(`/maintenance/${record.id}`, { note: 'x', updates })
    expect(reply.faults()).toEqual([
      '#/note unknown_field',
      '#/updates/completed_at unknown_field',
      '#/updates/cost invalid_value',
      '#/updates/created_at unknown_field',
      '#/updates/id unknown_field',
      '#/updates/item_id invalid_value',
      '#/updates/item_type invalid_value',
      '#/updates/service_date invalid_value',
      '#/updates/service_type required',
      '#/updates/status invalid_value',
    ])
  })

  it.each([
    [{}, ['#/updates required']],
    [{ updates: {} }, ['#/updates empty_updates']],
    [{ updates: null }, ['#/updates invalid_type']],
    [{ updates: [] }, ['#/updates invalid_type']],
    [{ status: 'completed' }, ['#/status unknown_field', '#/updates required']],
    [[], ['# invalid_type']],
  ])('refuses %j', async (body, faults) => {
    const record = await makeService(suite.alice, item)
    const reply = await suite.alice.patch(`/maintenance/${record.id}`, body)
    expect(reply).toHaveFaults(422, faults)
  })

  it('refuses a reference to an item of another account or of another type', async () => {
    const bobItem = await suite.bob.createItem()
    const lens = await suite.alice.createItem({ gear_type: 'lens' })
    const record = await makeService(suite.alice, item)
    for (const [updates, fault] of [
      [{ item_id: bobItem.id }, '#/updates/item_id invalid_value'],
      [{ item_id: bobItem.id, item_type: 'lens' }, '#/updates/item_id invalid_value'],
      [{ item_id: '0192f3a4-0000-7000-8000-000000000000' }, '#/updates/item_id invalid_value'],
      [{ item_id: lens.id }, '#/updates/item_type invalid_value'],
      [{ item_type: 'lens' }, '#/updates/item_type invalid_value'],
      [{ item_type: 'drone', notes: 'not kept' }, '#/updates/item_type invalid_value'],
    ] as const) {
      const reply = await patch(record.id, updates)
      expect(reply).toBeProblem(422, 'gear_reference_invalid', [fault])
    }
    expect(recordOf(await suite.alice.get(`/maintenance/${record.id}`))).toEqual(record)
  })

  it('checks the reference even when the patch does not change it', async () => {
    const movedItem = await suite.alice.createItem()
    const record = await makeService(suite.alice, movedItem)
    // No operation removes an item without its records: only a manual change of the database does.
    await suite.sql('update gear set account_id = ? where id = ?', 'elsewhere', movedItem.id)
    const reply = await patch(record.id, { notes: 'x' })
    await suite.sql('update gear set account_id = ? where id = ?', suite.aliceAccount.account_id, movedItem.id)
    expect(reply).toBeProblem(422, 'gear_reference_invalid', ['#/updates/item_id invalid_value'])
    expect((await patch(record.id, { notes: 'x' })).status).toBe(200)
  })

  it('checks the body, then the record, the reference, the precondition and the state', async () => {
    const record = await makeService(suite.alice, item)
    await patch(record.id, { status: 'cancelled' })
    const staleHeaders = { 'if-match': '"stale"' }
    const send = async (id: string, updates: unknown, headers?: Record<string, string>) => {
      const reply = await patch(id, updates, headers)
      return { status: reply.status, code: reply.problem().code }
    }
    const wrongUpdates = { status: 'completed', item_type: 'lens' }
    expect(await send('none', { ...wrongUpdates, cost: -1 }, staleHeaders)).toEqual({
      status: 422,
      code: 'validation_failed',
    })
    expect(await send('none', wrongUpdates, staleHeaders)).toEqual({ status: 404, code: 'not_found' })
    expect(await send(record.id, wrongUpdates, staleHeaders)).toEqual({ status: 422, code: 'gear_reference_invalid' })
    expect(await send(record.id, { status: 'completed' }, staleHeaders)).toEqual({
      status: 412,
      code: 'precondition_failed',
    })
    expect(await send(record.id, { status: 'completed' })).toEqual({ status: 409, code: 'invalid_transition' })
  })

  it('with If-Match lets exactly one of many concurrent changes succeed', async () => {
    const record = await makeService(suite.alice, item)
    const headers = { 'if-match': `"${record.updated_at}"` }
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => patch(record.id, { notes: `${index}` }, headers)),
    )
    const acceptedReplies = replies.filter((reply) => reply.status === 200)
    expect({
      acceptedReplyCount: acceptedReplies.length,
      replyCount: replies.filter((reply) => reply.status === 412).length,
    }).toEqual({
      acceptedReplyCount: 1,
      replyCount: 19,
    })
    expect(recordOf(await suite.alice.get(`/maintenance/${record.id}`))).toEqual(
      acceptedReplies[0] && recordOf(acceptedReplies[0]),
    )
  })

  it('gives each of many concurrent changes its own timestamp', async () => {
    const record = await makeService(suite.alice, item)
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => patch(record.id, { cost: index })))
    expect(new Set(replies.map((reply) => recordOf(reply).updated_at)).size).toBe(100)
  })
})
