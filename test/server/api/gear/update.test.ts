import { describe, expect, it } from 'vitest'
import { writableFields } from '../../../../contract/api/gearFields.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()

describe('PATCH /gear/{id}', () => {
  it('changes the named fields and nothing else', async () => {
    const item = await suite.alice.createItem({ notes: 'old', purchase_price: 10, asset_tag: 'T-1' })
    const reply = await suite.alice.patch(`/gear/${item.id}`, {
      gear_type: 'camera',
      updates: { status: 'maintenance', notes: ' new ' },
    })
    expect(reply.status).toBe(200)
    expect(reply.item()).toEqual({ ...item, status: 'maintenance', notes: 'new', updated_at: expect.any(String) })
    expect(reply.item().updated_at > item.updated_at).toBe(true)
    expect(reply.headers['etag']).toBe(`"${reply.item().updated_at}"`)
    expect((await suite.alice.get(`/gear/${item.id}`)).item()).toEqual(reply.item())
    expect((await suite.alice.get('/gear?status=maintenance')).items()).toEqual([reply.item()])
  })

  it('allows every change of status', async () => {
    const item = await suite.alice.createItem()
    const statuses = ['available', 'ready', 'in_use', 'maintenance', 'retired']
    for (const from of statuses)
      for (const to of statuses) {
        await suite.alice.patch(`/gear/${item.id}`, { updates: { status: from } })
        expect((await suite.alice.patch(`/gear/${item.id}`, { updates: { status: to } })).item().status).toBe(to)
      }
    await suite.alice.delete(`/gear/${item.id}`)
  })

  it('clears optional fields with null and with blank text', async () => {
    const item = await suite.alice.createItem({
      notes: 'x',
      mount: 'RF',
      purchase_price: 5,
      serial_number: 'S',
      asset_tag: 'CLEAR',
      shutter_count: 4,
    })
    const clearedFields = {
      notes: null,
      mount: ' ',
      purchase_price: null,
      serial_number: '',
      asset_tag: null,
      shutter_count: null,
    }
    const reply = await suite.alice.patch(`/gear/${item.id}`, { updates: clearedFields })
    expect(reply.item()).toMatchObject({
      notes: null,
      mount: null,
      purchase_price: null,
      serial_number: null,
      asset_tag: null,
      shutter_count: null,
    })
    await suite.alice.createItem({ asset_tag: 'clear' })
    expect((await suite.alice.get('/gear?serial_number=S')).pagination().total).toBe(0)
  })

  it('refuses null for required fields', async () => {
    const item = await suite.alice.createItem()
    const reply = await suite.alice.patch(`/gear/${item.id}`, {
      updates: { brand: null, model: null, status: null, condition: null, notes: null },
    })
    expect(reply).toHaveFaults(422, [
      '#/updates/brand invalid_type',
      '#/updates/condition invalid_type',
      '#/updates/model invalid_type',
      '#/updates/status invalid_type',
    ])
    expect((await suite.alice.get(`/gear/${item.id}`)).item()).toEqual(item)
  })

  it('answers a change without effect with the unchanged record', async () => {
    const item = await suite.alice.createItem({ notes: 'same', purchase_price: 0, warranty_expires_on: '2030-01-01' })
    const events = await suite.sql('select count(*) as n from event')
    const etag = (await suite.alice.get('/gear')).headers['etag']
    for (const updates of [
      { notes: 'same' },
      { notes: ' same\n' },
      { purchase_price: -0 },
      { brand: 'Canon', model: 'EOS R5', mount: null, serial_number: '' },
    ]) {
      const reply = await suite.alice.patch(`/gear/${item.id}`, { updates })
      expect(reply).toHaveStatus(200)
      expect({ item: reply.item(), etag: reply.headers['etag'] }).toEqual({ item, etag: `"${item.updated_at}"` })
    }
    expect(await suite.sql('select count(*) as n from event')).toEqual(events)
    expect((await suite.alice.get('/gear')).headers['etag']).toBe(etag)
    const audit = await suite.sql(
      'select count(*) as n from audit where object_id = ? and method = ?',
      item.id,
      'PATCH',
    )
    expect(audit).toEqual([{ n: 4 }])
  })

  it('reports all faults of the body at once', async () => {
    const item = await suite.alice.createItem()
    const reply = await suite.alice.patch(`/gear/${item.id}`, {
      gear_type: 'camera',
      note: 'x',
      updates: {
        id: 'x',
        updated_at: 'y',
        gear_type: 'lens',
        brand: '',
        weight_g: -1,
        nd_stops: 3,
        constructor: 1,
        status: 'gone',
      },
    })
    expect(reply.faults()).toEqual([
      '#/note unknown_field',
      '#/updates/brand required',
      '#/updates/constructor unknown_field',
      '#/updates/gear_type unknown_field',
      '#/updates/id unknown_field',
      '#/updates/nd_stops field_not_for_gear_type',
      '#/updates/status invalid_value',
      '#/updates/updated_at unknown_field',
      '#/updates/weight_g invalid_value',
    ])
  })

  it.each([
    [{}, ['#/updates required']],
    [{ updates: {} }, ['#/updates empty_updates']],
    [{ updates: null }, ['#/updates invalid_type']],
    [{ updates: [] }, ['#/updates invalid_type']],
    [{ updates: 'status' }, ['#/updates invalid_type']],
    [{ gear_type: 'tripod', updates: { model: 'X' } }, ['#/gear_type invalid_value']],
    [{ gear_type: null, updates: { model: 'X' } }, ['#/gear_type invalid_type']],
    [{ gear_type: 5, updates: {} }, ['#/gear_type invalid_type', '#/updates empty_updates']],
    [{ status: 'ready' }, ['#/status unknown_field', '#/updates required']],
    [[], ['# invalid_type']],
  ])('refuses %j', async (body, faults) => {
    const item = await suite.alice.createItem()
    const reply = await suite.alice.patch(`/gear/${item.id}`, body)
    expect(reply).toHaveFaults(422, faults)
  })

  it('validates against the stored type', async () => {
    const item = await suite.alice.createItem({ gear_type: 'lens' })
    const mismatch = await suite.alice.patch(`/gear/${item.id}`, { gear_type: 'camera', updates: { model: 'X' } })
    expect(mismatch).toHaveFaults(422, ['#/gear_type gear_type_mismatch'])
    expect(mismatch.problem().errors?.[0]?.allowed).toEqual(['lens'])
    const foreignFieldReply = await suite.alice.patch(`/gear/${item.id}`, {
      updates: { shutter_count: 5, sensor_format: null, model: 'X' },
    })
    expect(foreignFieldReply.faults()).toEqual([
      '#/updates/sensor_format field_not_for_gear_type',
      '#/updates/shutter_count field_not_for_gear_type',
    ])
    expect(
      (await suite.alice.patch(`/gear/${item.id}`, { updates: { mount: 'EF', stabilized: false } })).item(),
    ).toMatchObject({
      mount: 'EF',
      stabilized: false,
    })
  })

  it('refuses a body that fits no gear type before it reads the record', async () => {
    const body = { updates: { shutter_count: 1, nd_stops: 2 } }
    expect((await suite.alice.patch('/gear/none', body)).status).toBe(422)
    expect((await suite.alice.patch('/gear/none', { updates: { shutter_count: 1 } })).status).toBe(404)
    expect((await suite.alice.patch('/gear/none', { gear_type: 'camera', updates: { nd_stops: 1 } })).status).toBe(422)
    expect((await suite.alice.patch('/gear/none', { gear_type: 'camera', updates: { model: 'X' } })).status).toBe(404)
  })

  it('compares a focal length with the stored one and reports the field that was sent', async () => {
    const item = await suite.alice.createItem({ gear_type: 'lens', focal_length_min_mm: 24, focal_length_max_mm: 70 })
    expect((await suite.alice.patch(`/gear/${item.id}`, { updates: { focal_length_max_mm: 20 } })).faults()).toEqual([
      '#/updates/focal_length_max_mm invalid_value',
    ])
    expect((await suite.alice.patch(`/gear/${item.id}`, { updates: { focal_length_min_mm: 85 } })).faults()).toEqual([
      '#/updates/focal_length_min_mm invalid_value',
    ])
    expect(
      (await suite.alice.patch(`/gear/${item.id}`, { updates: { focal_length_min_mm: 85, focal_length_max_mm: null } }))
        .status,
    ).toBe(200)
  })

  it('allows a change of letter case in the item’s own asset tag, and refuses another item’s tag', async () => {
    const one = await suite.alice.createItem({ asset_tag: 'OWN-1' })
    const secondItem = await suite.alice.createItem({ asset_tag: 'OWN-2' })
    expect((await suite.alice.patch(`/gear/${one.id}`, { updates: { asset_tag: 'own-1' } })).item()['asset_tag']).toBe(
      'own-1',
    )
    const takenReply = await suite.alice.patch(`/gear/${secondItem.id}`, {
      updates: { asset_tag: 'Own-1', notes: 'not kept' },
    })
    expect(takenReply).toBeProblem(409, 'asset_tag_taken', ['#/updates/asset_tag invalid_value'])
    expect((await suite.alice.get(`/gear/${secondItem.id}`)).item()).toEqual(secondItem)
    expect((await suite.alice.get('/gear?asset_tag=OWN-1')).items()).toHaveLength(1)
  })

  it('gives each of many concurrent changes its own timestamp', async () => {
    const item = await suite.alice.createItem()
    const replies = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        suite.alice.patch(`/gear/${item.id}`, { updates: { shutter_count: index } }),
      ),
    )
    const timestamps = new Set(replies.map((reply) => reply.item().updated_at))
    expect(timestamps.size).toBe(300)
    const [row] = await suite.sql<{ record: string }>('select record from gear where id = ?', item.id)
    expect((JSON.parse(row?.record ?? '{}') as { updated_at: string }).updated_at).toBe(
      [...timestamps].toSorted().at(-1),
    )
  })

  it('answers with every field of the type', async () => {
    const item = await suite.alice.createItem({ gear_type: 'drone' })
    const reply = await suite.alice.patch(`/gear/${item.id}`, { updates: { battery_count: 2 } })
    expect(Object.keys(reply.item())).toEqual([
      'id',
      'gear_type',
      ...writableFields('drone'),
      'created_at',
      'updated_at',
    ])
  })
})
