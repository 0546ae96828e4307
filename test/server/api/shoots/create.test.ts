import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import { makeShoot, shootBody, shootOf } from './support.ts'

const suite = useServer({ bob: true })

const members = [
  'id',
  'title',
  'client_name',
  'shoot_date',
  'shoot_time',
  'duration_minutes',
  'location',
  'locations',
  'status',
  'completion_progress',
  'notes',
  'created_at',
  'updated_at',
]

describe('POST /shoots', () => {
  it('answers 201 with the record in planning, its Location and its ETag', async () => {
    const reply = await suite.alice.post('/shoots', { title: ' Product day ', shoot_date: '2026-06-20' })
    expect(reply.status).toBe(201)
    const shoot = shootOf(reply)
    expect(shoot).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      title: 'Product day',
      client_name: null,
      shoot_date: '2026-06-20',
      shoot_time: null,
      duration_minutes: null,
      location: null,
      locations: [],
      status: 'planning',
      completion_progress: 0,
      notes: null,
      created_at: shoot.updated_at,
      updated_at: shoot.updated_at,
    })
    expect(Object.keys(shoot)).toEqual(members)
    expect(reply.headers).toMatchObject({
      location: `/api/v1/shoots/${shoot.id}`,
      etag: `"${shoot.updated_at}"`,
      'cache-control': 'no-store',
    })
    expect(shootOf(await suite.alice.get(`/shoots/${shoot.id}`))).toEqual(shoot)
  })

  it('stores every field as sent', async () => {
    const sentBody = {
      title: 'Größe 📷',
      client_name: 'Łódź & Søn',
      shoot_date: '2200-12-31',
      shoot_time: '23:59',
      duration_minutes: 10_080,
      notes: 'first line\n\tsecond line',
    }
    const one = shootOf(await suite.alice.post('/shoots', { ...sentBody, location: ' Halle 3 ' }))
    expect(one).toMatchObject({ ...sentBody, location: 'Halle 3', locations: ['Halle 3'] })
    const manyLocationsShoot = shootOf(
      await suite.alice.post('/shoots', { ...sentBody, locations: ['Beach', ' Town Hall', 'Beach'] }),
    )
    expect(manyLocationsShoot).toMatchObject({
      ...sentBody,
      location: 'Beach',
      locations: ['Beach', 'Town Hall', 'Beach'],
    })
    const twenty = Array.from({ length: 20 }, (_, index) => `Place ${index}`)
    expect(await makeShoot(suite.alice, { locations: twenty })).toMatchObject({
      location: 'Place 0',
      locations: twenty,
    })
  })

  it('treats null as an omitted field', async () => {
    const nulls = {
      client_name: null,
      shoot_time: null,
      duration_minutes: null,
      location: null,
      locations: null,
      notes: null,
    }
    expect(await makeShoot(suite.alice, nulls)).toMatchObject({ ...nulls, locations: [] })
    expect(await makeShoot(suite.alice, { location: 'Studio', locations: null })).toMatchObject({
      location: 'Studio',
      locations: ['Studio'],
    })
    expect(await makeShoot(suite.alice, { location: null, locations: ['A', 'B'] })).toMatchObject({
      location: 'A',
      locations: ['A', 'B'],
    })
    const missingReply = await suite.alice.post('/shoots', { ...nulls, title: null, shoot_date: null })
    expect(missingReply).toHaveFaults(422, ['#/shoot_date required', '#/title required'])
  })

  it('stores blank text as null', async () => {
    expect(await makeShoot(suite.alice, { client_name: ' ', notes: '\n', location: '' })).toMatchObject({
      client_name: null,
      notes: null,
      location: null,
      locations: [],
    })
    expect(await makeShoot(suite.alice, { location: '  ', locations: ['A'] })).toMatchObject({
      location: 'A',
      locations: ['A'],
    })
  })

  it('reports all faults of a body at once', async () => {
    const reply = await suite.alice.post('/shoots', {
      title: 'x'.repeat(201),
      client_name: 7,
      shoot_date: '2026-02-30',
      shoot_time: '24:00',
      duration_minutes: 0,
      location: 'Studio',
      locations: ['A', ''],
      notes: 'a\u0000b',
      status: 'confirmed',
      completion_progress: 10,
      id: '0192f3a4-0000-7000-8000-000000000000',
      created_at: '2026-01-01T00:00:00.000Z',
      colour: 'black',
    })
    expect(reply).toBeProblem(422, 'validation_failed')
    expect(reply.faults()).toEqual([
      '#/client_name invalid_type',
      '#/colour unknown_field',
      '#/completion_progress unknown_field',
      '#/created_at unknown_field',
      '#/duration_minutes invalid_value',
      '#/id unknown_field',
      '#/locations invalid_value',
      '#/locations/1 required',
      '#/notes invalid_value',
      '#/shoot_date invalid_value',
      '#/shoot_time invalid_value',
      '#/status unknown_field',
      '#/title too_long',
    ])
  })

  it.each([
    ['title', [null, '', ' '], 'required'],
    ['title', [7, ['x'], {}], 'invalid_type'],
    ['title', ['a\nb', '\ud800'], 'invalid_value'],
    ['shoot_date', [null], 'required'],
    ['shoot_date', [20260620, true], 'invalid_type'],
    [
      'shoot_date',
      ['', '2026-6-20', '20.06.2026', '2026-02-29', '1899-12-31', '2201-01-01', '2026-06-20T00:00:00Z', ' 2026-06-20'],
      'invalid_value',
    ],
    [
      'shoot_time',
      ['', '9:30', '09:60', '24:00', '09:30:00', '09.30', '9pm', ' 09:30', '09:30\n', '٠٩:٣٠'],
      'invalid_value',
    ],
    ['shoot_time', [930, ['09:30']], 'invalid_type'],
    ['duration_minutes', [0, -1, 10_081], 'invalid_value'],
    ['duration_minutes', [1.5, '60', true], 'invalid_type'],
    ['client_name', ['x'.repeat(201)], 'too_long'],
    ['location', ['x'.repeat(201)], 'too_long'],
    ['location', [['A']], 'invalid_type'],
    ['locations', ['A', { 0: 'A' }], 'invalid_type'],
    ['locations', [[]], 'invalid_value'],
    ['locations', [Array.from({ length: 21 }, () => 'A')], 'too_long'],
    ['notes', ['x'.repeat(10_001)], 'too_long'],
  ])('refuses %s %j as %s', async (field, values, code) => {
    for (const value of values) {
      const reply = await suite.alice.post('/shoots', shootBody({ [field]: value }))
      expect({ value, status: reply.status, faults: reply.faults() }).toEqual({
        value,
        status: 422,
        faults: [`#/${field} ${code}`],
      })
    }
  })

  it.each([
    ['shoot_time', '00:00'],
    ['shoot_time', '19:05'],
    ['duration_minutes', 1],
    ['duration_minutes', 90],
    ['shoot_date', '1900-01-01'],
    ['shoot_date', '2024-02-29'],
    ['notes', '📷'.repeat(10_000)],
    ['title', '📷'.repeat(200)],
  ])('accepts %s %s', async (field, value) => {
    expect(await makeShoot(suite.alice, { [field]: value })).toMatchObject({ [field]: value })
  })

  it.each([[[]], [null], ['x'], [7]])('refuses the body %j', async (body) => {
    const reply = await suite.alice.post('/shoots', body)
    expect(reply).toHaveFaults(422, ['# invalid_type'])
  })

  it('stores nulls when it refuses', async () => {
    const listBefore = await suite.alice.get('/shoots')
    await suite.alice.post('/shoots', shootBody({ shoot_time: 'noon' }))
    const listAfter = await suite.alice.get('/shoots')
    expect({ text: listAfter.text, etag: listAfter.headers['etag'] }).toEqual({
      text: listBefore.text,
      etag: listBefore.headers['etag'],
    })
  })

  it('creates one shoot for many requests with one Idempotency-Key', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        suite.bob.post('/shoots', shootBody({ title: 'Once' }), { 'idempotency-key': 'once' }),
      ),
    )
    expect(new Set(replies.map((reply) => `${reply.status} ${shootOf(reply).id}`)).size).toBe(1)
    expect((await suite.bob.get('/shoots')).pagination().total).toBe(1)
  })
})
