import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../contract/errors.ts'
import { SETTINGS_BASE } from '../../../contract/settings/operations.ts'
import { camera, type Api, type Reply } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'

// checks.ts checks every answer: no fault appears twice or with the validator's message.

const suite = useServer()
const owner = (): Api => suite.alice.as(suite.aliceAccount.owner_key)
const detailOf = (reply: Reply, pointer: string): string | undefined =>
  reply.problem().errors?.find((fault: Fault) => fault.pointer === pointer)?.detail

describe('a field with more than one fault', () => {
  it.each([
    [{ purchase_price: -0.001 }, '#/purchase_price', 'must be at least 0'],
    [{ purchase_price: 1e9 + 0.001 }, '#/purchase_price', 'must be at most 1000000000'],
    [{ weight_g: 1e300 }, '#/weight_g', 'must be at most 10000000'],
    [{ weight_g: -1e300 }, '#/weight_g', 'must be at least 0'],
    [{ nd_stops: 'x' }, '#/nd_stops', 'is not a field of gear type camera, only of filter'],
    [{ gear_type: 'accessory', compatible_with: 'x'.repeat(300) }, '#/compatible_with', 'must be a list'],
    [
      { gear_type: 'lens', focal_length_min_mm: 50, focal_length_max_mm: -1 },
      '#/focal_length_max_mm',
      'must be at least 0.1',
    ],
  ])('is reported with one of them: %j', async (fields, pointer, detail) => {
    expect(detailOf(await suite.alice.post('/gear', camera(fields)), pointer)).toBe(detail)
    const { gear_type: type, ...updates } = { gear_type: undefined, ...fields }
    const item = await suite.alice.createItem(type === undefined ? {} : { gear_type: type })
    const reply = await suite.alice.patch(`/gear/${item.id}`, { gear_type: item.gear_type, updates })
    expect(detailOf(reply, pointer.replace('#', '#/updates'))).toBe(detail)
  })

  it.each([
    [
      '/webhooks',
      { url: 'nowhere', events: ['*'] },
      '#/url',
      'must be an address that begins with http:// or https://',
    ],
    ['/webhooks', { url: 'x'.repeat(3000), events: '' }, '#/events', 'must be a list'],
    [
      '/keys',
      { name: 'k', scopes: ['gear:read'], expires_at: 'soon' },
      '#/expires_at',
      'must be a moment that exists, such as 2026-03-28T09:15:00.000Z',
    ],
  ])('is reported with one of them in settings too: %s %j', async (path, body, pointer, detail) => {
    expect(detailOf(await owner().post(`/${SETTINGS_BASE}${path}`, body), pointer)).toBe(detail)
  })
})

describe('a body with thousands of faults', () => {
  const FIELD_COUNT = 24_000
  const manyFields = Object.fromEntries(Array.from({ length: FIELD_COUNT }, (_, index) => [`f${index}`, 1]))
  const bodies: [string, (api: Api) => Promise<Reply>, number][] = [
    ['a new item', (api) => api.post('/gear', { gear_type: 'lens', ...manyFields }), FIELD_COUNT + 2],
    ['a new item of no type', (api) => api.post('/gear', manyFields), FIELD_COUNT + 3],
    ['a patch', async (api) => api.patch(`/gear/${(await api.createItem()).id}`, { updates: manyFields }), FIELD_COUNT],
    [
      'beside a patch',
      async (api) => api.patch(`/gear/${(await api.createItem()).id}`, { updates: {}, ...manyFields }),
      FIELD_COUNT + 1,
    ],
    ['a new shoot', (api) => api.post('/shoots', manyFields), FIELD_COUNT + 2],
    ['a patch of a shoot', (api) => api.patch('/shoots/none', { updates: manyFields }), FIELD_COUNT],
    ['a new key', () => owner().post(`/${SETTINGS_BASE}/keys`, manyFields), FIELD_COUNT + 2],
    [
      'a patch of the subscription',
      () => owner().patch(`/${SETTINGS_BASE}/subscription`, { updates: manyFields }),
      FIELD_COUNT + 1,
    ],
  ]

  it.each(bodies)('is answered with a hundred of them and the count of the rest: %s', async (_name, send, faults) => {
    const reply = await send(suite.alice)
    const { errors = [], errors_omitted: omitted = 0, detail } = reply.problem()
    expect(reply).toHaveStatus(422)
    expect(errors).toHaveLength(100)
    expect(errors.length + omitted).toEqual(faults)
    expect(detail).toContain(String(faults))
    expect(reply.text.length).toBeLessThan(20_000)
  })

  it('is answered with all of them up to a hundred', async () => {
    const reply = await suite.alice.post('/gear', camera(Object.fromEntries(Object.entries(manyFields).slice(0, 100))))
    expect({ errorCount: reply.problem().errors?.length, errors_omitted: reply.problem().errors_omitted }).toEqual({
      errorCount: 100,
      errors_omitted: undefined,
    })
  })
})

describe('a name of invisible characters', () => {
  const INVISIBLE_TEXTS = [
    '\u200b',
    '\u2060\u200d',
    '\u3164',
    '\u00ad',
    '\ufe0f',
    '\u2800',
    ' \u200b ',
    '\u{e0020}',
    '\u115f\u1160',
    '\u202e',
    '\ufeff',
  ]

  it.each(INVISIBLE_TEXTS)('counts as blank: %j', async (name) => {
    expect((await suite.alice.post('/gear', camera({ brand: name }))).faults()).toEqual(['#/brand required'])
    const item = await suite.alice.createItem({ serial_number: name, notes: name })
    expect(item).toMatchObject({ serial_number: null, notes: null })
    expect((await suite.alice.patch(`/gear/${item.id}`, { updates: { model: name } })).faults()).toEqual([
      '#/updates/model required',
    ])
    expect((await suite.alice.post('/shoots', { title: name, scheduled_date: '2027-01-01' })).faults()).toContain(
      '#/title required',
    )
    expect((await owner().post(`/${SETTINGS_BASE}/keys`, { name, scopes: ['gear:read'] })).faults()).toEqual([
      '#/name required',
    ])
  })

  it('is accepted when it has a visible character', async () => {
    for (const brand of ['👨\u200d👩\u200d👧', 'A\u200b', '❤\ufe0f', 'می\u200cخواهم', '\u0301'])
      expect((await suite.alice.createItem({ brand })).brand).toBe(brand)
  })
})
