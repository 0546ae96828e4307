import { describe, expect, it } from 'vitest'
import { ownFields, writableFields, type GearType } from '../../../../contract/api/gearFields.ts'
import { camera } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })

const fullBodies: Record<GearType, Record<string, unknown>> = {
  camera: {
    mount: 'RF',
    sensor_format: 'full_frame',
    resolution_mp: 44.8,
    shutter_count: 12_000,
    firmware_version: '1.8.1',
  },
  lens: {
    mount: 'RF',
    focal_length_min_mm: 24,
    focal_length_max_mm: 70.5,
    max_aperture: 2.8,
    filter_thread_mm: 82,
    image_circle: 'full_frame',
    stabilized: true,
  },
  accessory: { category: 'battery', compatible_with: ['EOS R5', 'EOS R6'], battery_wh: 15.3 },
  filter: { filter_kind: 'variable_nd', thread_mm: 82, nd_stops: 5.5 },
  drone: {
    registration_number: 'DEU1',
    max_flight_minutes: 46,
    flight_hours: 12.25,
    battery_count: 3,
    remote_id: '1581F',
  },
}

const commonFields = {
  brand: 'Ærø',
  model: 'Größe 5',
  status: 'in_use',
  condition: 'fair',
  purchase_price: 1999.99,
  purchase_date: '2024-02-29',
  notes: 'first line\n\tsecond line 📷',
  serial_number: 'SN-1',
  storage_location: 'Shelf B',
  replacement_value: 0,
  weight_g: 738,
  warranty_expires_on: '2200-12-31',
  warranty_provider: 'Canon',
}

describe('POST /gear', () => {
  it('answers 201 with the record, its Location, its ETag, and defaults for omitted fields', async () => {
    const reply = await suite.alice.post('/gear', { gear_type: 'camera', brand: 'Canon', model: 'EOS R5' })
    expect(reply.status).toBe(201)
    const item = reply.item()
    expect(item).toMatchObject({
      gear_type: 'camera',
      brand: 'Canon',
      model: 'EOS R5',
      status: 'available',
      condition: 'good',
      notes: null,
      mount: null,
    })
    expect(Object.keys(item)).toEqual(['id', 'gear_type', ...writableFields('camera'), 'created_at', 'updated_at'])
    expect(item.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(item.created_at).toBe(item.updated_at)
    expect(reply.headers).toMatchObject({
      location: `/api/v1/gear/${item.id}`,
      etag: `"${item.updated_at}"`,
      'cache-control': 'no-store',
    })
    expect((await suite.alice.get(`/gear/${item.id}`)).item()).toEqual(item)
  })

  it.each(Object.keys(fullBodies) as GearType[])('stores every field of a %s as sent', async (type) => {
    const sentBody = { gear_type: type, ...commonFields, asset_tag: `TAG-${type}`, ...fullBodies[type] }
    expect(Object.keys(fullBodies[type]).toSorted()).toEqual(Object.keys(ownFields[type]).toSorted())
    const reply = await suite.alice.post('/gear', sentBody)
    expect(reply.status).toBe(201)
    expect(reply.item()).toEqual({
      ...sentBody,
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
  })

  it('treats null as an omitted field', async () => {
    const nulls = Object.fromEntries(writableFields('accessory').map((field) => [field, null]))
    const item = (
      await suite.alice.post('/gear', { ...nulls, gear_type: 'accessory', brand: 'Gitzo', model: 'GT3543' })
    ).item()
    expect(item).toMatchObject({ status: 'available', condition: 'good', compatible_with: null, purchase_price: null })
    const missingReply = await suite.alice.post('/gear', { ...nulls, gear_type: 'accessory' })
    expect(missingReply).toHaveFaults(422, ['#/brand required', '#/model required'])
    const typelessReply = await suite.alice.post('/gear', { ...nulls, gear_type: null })
    expect(typelessReply.faults()).toEqual(['#/brand required', '#/gear_type required', '#/model required'])
  })

  it('reports all faults of a body at once', async () => {
    const reply = await suite.alice.post('/gear', {
      gear_type: 'lens',
      brand: 7,
      status: 'broken',
      condition: 4,
      purchase_price: -1,
      purchase_date: '2023-02-29',
      weight_g: 1.5,
      notes: 'x'.repeat(10_001),
      stabilized: 'yes',
      shutter_count: 5,
      id: '0192f3a4-0000-7000-8000-000000000000',
      created_at: '2026-01-01T00:00:00.000Z',
      colour: 'black',
      focal_length_min_mm: 70,
      focal_length_max_mm: 24,
    })
    expect(reply).toBeProblem(422, 'validation_failed')
    expect(reply.faults()).toEqual([
      '#/brand invalid_type',
      '#/colour unknown_field',
      '#/condition invalid_type',
      '#/created_at unknown_field',
      '#/focal_length_max_mm invalid_value',
      '#/id unknown_field',
      '#/model required',
      '#/notes too_long',
      '#/purchase_date invalid_value',
      '#/purchase_price invalid_value',
      '#/shutter_count field_not_for_gear_type',
      '#/stabilized invalid_type',
      '#/status invalid_value',
      '#/weight_g invalid_type',
    ])
    const status = reply.problem().errors?.find((fault) => fault.pointer === '#/status')
    expect(status?.allowed).toEqual(['available', 'ready', 'in_use', 'maintenance', 'retired'])
  })

  it('reports the faults of other fields too when the type is missing or wrong', async () => {
    const missingReply = await suite.alice.post('/gear', { brand: ' ', model: 'X', nd_stops: 'five', shape: 1 })
    expect(missingReply.faults()).toEqual([
      '#/brand required',
      '#/gear_type required',
      '#/nd_stops invalid_type',
      '#/shape unknown_field',
    ])
    const wrongReply = await suite.alice.post('/gear', {
      gear_type: 'tripod',
      brand: 'Gitzo',
      model: 'GT',
      mount: 'RF',
    })
    expect(wrongReply.faults()).toEqual(['#/gear_type invalid_value'])
    expect(wrongReply.problem().errors?.[0]?.allowed).toEqual(['camera', 'lens', 'accessory', 'filter', 'drone'])
    expect((await suite.alice.post('/gear', camera({ gear_type: 3 }))).faults()).toEqual(['#/gear_type invalid_type'])
  })

  it('reports names that every JavaScript object has as unknown fields', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf'])
      expect((await suite.alice.post('/gear', camera({ [name]: 1 }))).faults()).toEqual([`#/${name} unknown_field`])
  })

  it('reports an unknown field with any name', async () => {
    const names = [`${'x'.repeat(99)}📷`, 'a/b~c', '%', 'ключ', '']
    const reply = await suite.alice.post('/gear', camera(Object.fromEntries(names.map((name) => [name, 1]))))
    expect(reply.status).toBe(422)
    expect(reply.faults()).toHaveLength(names.length)
    expect(reply.faults()).toContain('#/a~1b~0c unknown_field')
  })

  it.each([[[]], ['text'], [3], [null], [true]])('refuses %j as a body', async (body) => {
    const reply = await suite.alice.post('/gear', body)
    expect(reply).toHaveFaults(422, ['# invalid_type'])
  })

  it('refuses a focal range in reverse order, for lenses only', async () => {
    const lens = { gear_type: 'lens', brand: 'Canon', model: 'RF' }
    expect(
      (await suite.alice.post('/gear', { ...lens, focal_length_min_mm: 50, focal_length_max_mm: 50 })).status,
    ).toBe(201)
    expect(
      (await suite.alice.post('/gear', { ...lens, focal_length_min_mm: 50.1, focal_length_max_mm: 50 })).faults(),
    ).toEqual(['#/focal_length_max_mm invalid_value'])
    expect(
      (await suite.alice.post('/gear', camera({ focal_length_min_mm: 50.1, focal_length_max_mm: 50 }))).faults(),
    ).toEqual(['#/focal_length_max_mm field_not_for_gear_type', '#/focal_length_min_mm field_not_for_gear_type'])
  })

  it('refuses an asset tag in use in any letter case, and creates nothing', async () => {
    const firstItem = await suite.alice.createItem({ asset_tag: 'Étui-1' })
    const totalBefore = (await suite.alice.get('/gear')).pagination().total
    for (const tag of ['Étui-1', 'ÉTUI-1', 'étui-1', '  étui-1 ']) {
      const reply = await suite.alice.post('/gear', camera({ asset_tag: tag }))
      expect(reply).toBeProblem(409, 'asset_tag_taken', ['#/asset_tag invalid_value'])
      expect(reply.text).toContain(firstItem.id)
    }
    expect((await suite.alice.get('/gear')).pagination().total).toBe(totalBefore)
    await suite.alice.createItem({ asset_tag: 'etui-1' })
    expect((await suite.bob.post('/gear', camera({ asset_tag: 'Étui-1' }))).status).toBe(201)
  })

  it('gives increasing ids and timestamps to items created concurrently', async () => {
    const madeItems = await Promise.all(
      Array.from({ length: 200 }, (_, index) => suite.alice.createItem({ model: `Burst ${index}` })),
    )
    expect(new Set(madeItems.map((item) => item.id)).size).toBe(200)
    const listedItems = (await suite.alice.get('/gear?q=burst&limit=200')).items()
    expect(listedItems.map((item) => item.id)).toEqual(
      madeItems
        .map((item) => item.id)
        .toSorted()
        .toReversed(),
    )
    const timestamps = listedItems.map((item) => item.created_at)
    expect(timestamps).toEqual(timestamps.toSorted().toReversed())
  })
})
