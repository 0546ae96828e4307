import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'
import { makeService, recordOf, recordsOf, maintenanceBody } from './support.ts'

const suite = useServer({ bob: true })
let item: Item

beforeAll(async () => {
  item = await suite.alice.createItem()
})

describe('POST /maintenance', () => {
  it('creates a record with every field', async () => {
    const fields = { service_provider: ' Canon CPS ', status: 'in_progress', cost: 149.5, notes: 'line one\nline two' }
    const reply = await suite.alice.post('/maintenance', maintenanceBody(item, fields))
    expect(reply.status).toBe(201)
    const record = recordOf(reply)
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      item_type: 'camera',
      item_id: item.id,
      service_type: 'Sensor cleaning',
      service_date: '2027-03-28',
      service_provider: 'Canon CPS',
      status: 'in_progress',
      cost: 149.5,
      notes: 'line one\nline two',
      completed_at: null,
      created_at: record.updated_at,
      updated_at: record.updated_at,
    })
    expect(reply.headers).toMatchObject({
      location: `/api/v1/maintenance/${record.id}`,
      etag: `"${record.updated_at}"`,
    })
    expect(recordOf(await suite.alice.get(`/maintenance/${record.id}`))).toEqual(record)
    expect(recordsOf(await suite.alice.get(`/maintenance?item_id=${item.id}`))).toEqual([record])
  })

  it('stores omitted and null fields as null; the default status is scheduled', async () => {
    const bareRecord = await makeService(suite.alice, item)
    expect(bareRecord).toMatchObject({
      status: 'scheduled',
      service_provider: null,
      cost: null,
      notes: null,
      completed_at: null,
    })
    const nulls = await makeService(suite.alice, item, { service_provider: null, cost: null, notes: null })
    expect(nulls).toEqual({ ...bareRecord, id: nulls.id, created_at: nulls.created_at, updated_at: nulls.updated_at })
    expect(await makeService(suite.alice, item, { service_provider: ' ', notes: '' })).toMatchObject({
      service_provider: null,
      notes: null,
    })
  })

  it('sets completed_at when a record is created as completed', async () => {
    const record = await makeService(suite.alice, item, { status: 'completed', service_date: '2020-02-29' })
    expect(record).toMatchObject({ status: 'completed', completed_at: record.created_at })
  })

  it('accepts the item’s id in capitals', async () => {
    expect(await makeService(suite.alice, item, { item_id: item.id.toUpperCase() })).toMatchObject({ item_id: item.id })
  })

  it('reports all faults at once', async () => {
    const reply = await suite.alice.post('/maintenance', {
      id: item.id,
      item_type: 'tripod',
      item_id: 'nothing',
      service_type: ' ',
      service_date: '2026-02-30',
      service_provider: 'x'.repeat(201),
      status: 'cancelled',
      cost: -1,
      notes: 'bell\u0007',
      completed_at: '2026-01-01T00:00:00.000Z',
    })
    expect(reply).toBeProblem(422, 'validation_failed')
    expect(reply.faults()).toEqual([
      '#/completed_at unknown_field',
      '#/cost invalid_value',
      '#/id unknown_field',
      '#/item_id invalid_value',
      '#/item_type invalid_value',
      '#/notes invalid_value',
      '#/service_date invalid_value',
      '#/service_provider too_long',
      '#/service_type required',
      '#/status invalid_value',
    ])
    const allowedValues = (pointer: string) =>
      reply.problem().errors?.find((fault) => fault.pointer === pointer)?.allowed
    expect(allowedValues('#/status'), 'a record does not begin as cancelled').toEqual([
      'scheduled',
      'in_progress',
      'completed',
    ])
    expect(allowedValues('#/item_type')).toEqual(['camera', 'lens', 'accessory', 'filter', 'drone'])
  })

  it.each([
    [{}, ['#/item_id required', '#/item_type required', '#/service_date required', '#/service_type required']],
    [
      { item_type: null, item_id: null, service_type: null, service_date: null },
      ['#/item_id required', '#/item_type required', '#/service_date required', '#/service_type required'],
    ],
    [[], ['# invalid_type']],
    [null, ['# invalid_type']],
    ['maintenance', ['# invalid_type']],
  ])('refuses %j', async (body, faults) => {
    const reply = await suite.alice.post('/maintenance', body)
    expect(reply).toHaveFaults(422, faults)
  })

  it.each([
    [{ status: null }, '#/status invalid_type'],
    [{ status: 'Scheduled' }, '#/status invalid_value'],
    [{ cost: '12' }, '#/cost invalid_type'],
    [{ cost: 0.001 }, '#/cost invalid_value'],
    [{ cost: 1e9 + 1 }, '#/cost invalid_value'],
    [{ service_date: '1899-12-31' }, '#/service_date invalid_value'],
    [{ service_date: '2201-01-01' }, '#/service_date invalid_value'],
    [{ service_date: 20_260_101 }, '#/service_date invalid_type'],
    [{ notes: 'x'.repeat(10_001) }, '#/notes too_long'],
    [{ item_id: 7 }, '#/item_id invalid_type'],
  ])('refuses %j', async (fields, fault) => {
    const reply = await suite.alice.post('/maintenance', maintenanceBody(item, fields))
    expect(reply).toHaveFaults(422, [fault])
  })

  it('refuses a wrong type, and alike an item that is unknown, deleted or of another account', async () => {
    const bobItem = await suite.bob.createItem()
    const deletedItem = await suite.alice.createItem()
    await suite.alice.delete(`/gear/${deletedItem.id}`)
    const itemWithWarrantyId = (await suite.alice.createItem({ warranty_expires_on: '2030-01-01' })).id
    const [document] = (await suite.alice.get(`/documents?gear_id=${itemWithWarrantyId}`)).items()
    const totalBefore = (await suite.alice.get('/maintenance')).pagination().total
    const texts = new Set<string>()
    for (const id of [bobItem.id, deletedItem.id, document?.id ?? '', '0192f3a4-0000-7000-8000-000000000000']) {
      const reply = await suite.alice.post('/maintenance', maintenanceBody(item, { item_id: id }))
      expect(reply).toBeProblem(422, 'gear_reference_invalid', ['#/item_id invalid_value'])
      const { request_id: _, instance: __, ...rest } = reply.problem()
      texts.add(JSON.stringify(rest))
    }
    expect(texts.size).toBe(1)
    const type = await suite.alice.post('/maintenance', maintenanceBody(item, { item_type: 'lens' }))
    expect(type).toBeProblem(422, 'gear_reference_invalid', ['#/item_type invalid_value'])
    expect(type.problem().errors?.[0]?.allowed).toEqual(['camera'])
    expect((await suite.alice.get('/maintenance')).pagination().total).toBe(totalBefore)
  })

  it('reports faults of the body before it reads the item', async () => {
    const reply = await suite.alice.post(
      '/maintenance',
      maintenanceBody(item, { item_id: '0192f3a4-0000-7000-8000-000000000000', cost: -1 }),
    )
    expect({ code: reply.problem().code, faults: reply.faults() }).toEqual({
      code: 'validation_failed',
      faults: ['#/cost invalid_value'],
    })
  })

  it('replays its answer for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'service-1' }
    const firstReply = await suite.alice.post('/maintenance', maintenanceBody(item), headers)
    const secondReply = await suite.alice.post('/maintenance', maintenanceBody(item), headers)
    expect({
      status: secondReply.status,
      text: secondReply.text,
      'idempotent-replayed': secondReply.headers['idempotent-replayed'],
    }).toEqual({
      status: 201,
      text: firstReply.text,
      'idempotent-replayed': 'true',
    })
    const refusedKey = { 'idempotency-key': 'service-2' }
    const body = maintenanceBody(item, { item_type: 'drone' })
    const refusedReply = await suite.alice.post('/maintenance', body, refusedKey)
    expect({
      status: refusedReply.status,
      text: (await suite.alice.post('/maintenance', body, refusedKey)).text,
    }).toEqual({
      status: 422,
      text: refusedReply.text,
    })
  })
})
