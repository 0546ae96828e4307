import { describe, expect, it } from 'vitest'
import { ownFields, type GearType } from '../../../../contract/api/gearFields.ts'
import { camera, type Api, type Item } from '../../../support/api.ts'
import { createSeededRandom, type Random } from '../../../support/random.ts'
import { useServer } from '../../../support/suite.ts'
import { fullOrSmall } from '../../../support/counts.ts'

const suite = useServer({ ownProcess: true, bob: true })
const STEP_COUNT = fullOrSmall(1500, 120)
const types = Object.keys(ownFields) as GearType[]
const statuses = ['available', 'ready', 'in_use', 'maintenance', 'retired']
const brands = ['Canon', 'Nikon', 'Sigma', 'Röde', 'B+W']
const models = ['EOS R5', 'Z 9', 'Größe 7', '50 mm', '100% _x', 'Mavic Pro']

/** The expected inventory as a plain list, newest first. */
type Model = Item[]

const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

interface Filter {
  type?: string
  status?: string
  q?: string
  asset_tag?: string
}

const matches = (item: Item, filter: Filter): boolean =>
  (filter.type ?? item.gear_type) === item.gear_type &&
  (filter.status ?? item.status) === item.status &&
  (filter.asset_tag === undefined || item['asset_tag']?.toLowerCase() === filter.asset_tag.toLowerCase()) &&
  fold(filter.q ?? '')
    .split(' ')
    .every((word) => fold(`${item.brand} ${item.model}`).includes(word))

function randomFilter(random: Random, model: Model): Filter {
  const filter: Filter = {}
  if (random.chance(0.4)) filter.type = random.pick(types)
  if (random.chance(0.4)) filter.status = random.pick(statuses)
  if (random.chance(0.3))
    filter.q = random.pick([
      'canon',
      'RODE',
      'e',
      'canon r5',
      '%',
      '_X',
      'grosse',
      '5',
      'z canon',
      'nothing',
      'pro mavic',
    ])
  if (random.chance(0.1) && model.length > 0)
    filter.asset_tag = (random.pick(model)['asset_tag'] ?? 'none').toUpperCase()
  return filter
}

async function comparePage(api: Api, model: Model, random: Random): Promise<void> {
  const filter = randomFilter(random, model)
  const expectedItems = model.filter((item) => matches(item, filter))
  const limit = random.pick([1, 3, 50, 200])
  const offset = random.int(expectedItems.length + 3)
  const query = new URLSearchParams({ ...filter, limit: String(limit), offset: String(offset) })
  const reply = await api.get(`/gear?${query.toString()}`)
  expect({ query: query.toString(), items: reply.items() }).toEqual({
    query: query.toString(),
    items: expectedItems.slice(offset, offset + limit),
  })
  expect(reply.pagination()).toMatchObject({ total: expectedItems.length, ...(filter.type && { type: filter.type }) })
}

async function create(api: Api, model: Model, random: Random, step: number): Promise<void> {
  const tag = random.chance(0.5) ? { asset_tag: `T-${random.int(200)}` } : {}
  const body = camera({
    gear_type: random.pick(types),
    brand: random.pick(brands),
    model: random.pick(models),
    status: random.pick(statuses),
    notes: `${step}`,
    ...tag,
  })
  const isTagTaken = model.some((item) => tag.asset_tag !== undefined && item['asset_tag'] === tag.asset_tag)
  const reply = await api.post('/gear', body)
  expect(reply.status).toBe(isTagTaken ? 409 : 201)
  if (!isTagTaken) model.unshift(reply.item())
}

async function change(api: Api, model: Model, random: Random, step: number): Promise<void> {
  const index = random.int(model.length)
  const itemBefore = model[index] as Item
  const updates: Record<string, unknown> = random.pick([
    { status: random.pick(statuses) },
    { brand: random.pick(brands), model: random.pick(models) },
    { notes: `${step}`, purchase_price: random.int(10_000) / 100 },
    { asset_tag: random.chance(0.5) ? null : `T-${random.int(200)}` },
    { warranty_expires_on: random.chance(0.3) ? null : `2030-01-${10 + random.int(20)}` },
  ])
  const isTagTaken =
    updates['asset_tag'] != null &&
    model.some((item) => item.id !== itemBefore.id && item['asset_tag'] === updates['asset_tag'])
  const reply = await api.patch(`/gear/${itemBefore.id}`, { updates })
  expect(reply.status).toBe(isTagTaken ? 409 : 200)
  if (isTagTaken) return
  const isUnchanged = Object.entries(updates).every(([field, value]) => itemBefore[field] === value)
  const updatedItem = reply.item()
  expect(updatedItem).toEqual({ ...itemBefore, ...updates, updated_at: updatedItem.updated_at })
  expect(updatedItem.updated_at > itemBefore.updated_at).toBe(!isUnchanged)
  model[index] = updatedItem
}

async function remove(api: Api, model: Model, random: Random): Promise<void> {
  const [removedItem] = model.splice(random.int(model.length), 1)
  const reply = await api.delete(`/gear/${removedItem?.id}`)
  expect(reply.item()['cleaned']).toEqual({
    maintenance: 0,
    documents: removedItem?.['warranty_expires_on'] == null ? 0 : 1,
  })
}

describe('a random history', () => {
  it.each([1, 20_260_101])(`of ${STEP_COUNT} steps matches a plain list (seed %i)`, async (seed) => {
    const random = createSeededRandom(seed)
    const api = seed === 1 ? suite.alice : suite.bob
    const model: Model = []
    for (let step = 0; step < STEP_COUNT; step++) {
      const randomNumber = random.next()
      if (model.length < 20 || randomNumber < 0.3) await create(api, model, random, step)
      else if (randomNumber < 0.5) await change(api, model, random, step)
      else if (randomNumber < 0.6) await remove(api, model, random)
      else await comparePage(api, model, random)
    }
    const all: Item[] = []
    for (let offset = 0; offset < model.length; offset += 200)
      all.push(...(await api.get(`/gear?limit=200&offset=${offset}`)).items())
    expect(all).toEqual(model)
  })
})
