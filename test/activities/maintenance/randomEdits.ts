import { addDays } from '../../../platform/studioDay.ts'
import type { Api, Item, Reply } from '../../support/api.ts'
import type { Random } from '../../support/random.ts'

// What people do to gear and services in a day.

export const PLANS = [
  '{ id: bought, applies_to: { type: camera }, service_type: Cleaning, every: 9 days, from: purchase, lead_days: 3 }',
  '{ id: done, applies_to: { brand: Canon }, service_type: Check, every: 2 weeks, from: last_completed, lead_days: 5 }',
  '{ id: fixed, applies_to: { type: lens }, service_type: Check, every: 1 month, from: 2030-01-31, lead_days: 10 }',
  '{ id: short, applies_to: { model: Two }, service_type: Wipe, every: 2 days, from: purchase, lead_days: 4 }',
  '{ id: slow, applies_to: { type: drone }, service_type: Cleaning, every: 3 weeks, from: last_completed, lead_days: 1 }',
  '{ id: shutter, applies_to: { type: camera }, service_type: Shutter, every: { shutter_count: 1000 }, or: 3 weeks, lead_days: 2 }',
  '{ id: tagged, applies_to: { asset_tags: [T-1, T-2, T-3] }, service_type: Tag, every: 11 days, from: last_completed, lead_days: 2 }',
]

const TYPES = ['camera', 'lens', 'drone']
const BRANDS = ['Canon', 'Sony']
const MODELS = ['One', 'Two', 'Three']
const SERVICES = ['Cleaning', 'Check', 'Wipe', 'Shutter', 'Tag', 'Other']
const STATUSES = ['scheduled', 'in_progress', 'completed']

export interface DayOfEdits {
  api: Api
  random: Random
  /** `YYYY-MM-DD`. */
  day: string
  gear: Item[]
  services: Item[]
  /** Ids of deleted items. */
  deleted: string[]
}

const expectStatus = (reply: Reply, ...allowed: number[]): void => {
  if (!allowed.includes(reply.status)) throw new Error(`${reply.status}: ${reply.text}`)
}

const randomPast = (random: Random, day: string): string | null =>
  random.chance(0.2) ? null : addDays(day, -random.int(60))

export async function addItem({ api, random, day }: DayOfEdits): Promise<void> {
  const type = random.pick(TYPES)
  const body = {
    gear_type: type,
    brand: random.pick(BRANDS),
    model: random.pick(MODELS),
    purchase_date: randomPast(random, day),
    ...(type === 'camera' && random.chance(0.7) && { shutter_count: random.int(5000) }),
    ...(random.chance(0.2) && { asset_tag: `T-${1 + random.int(5)}` }),
  }
  // The tag may be that of another item.
  expectStatus(await api.post('/gear', body), 201, 409)
}

const randomUpdate = (random: Random, { gear_type: type, ...item }: Item, day: string): Record<string, unknown> =>
  random.pick([
    { purchase_date: randomPast(random, day) },
    { brand: random.pick(BRANDS) },
    { model: random.pick(MODELS) },
    { status: random.pick(['available', 'retired', 'retired', 'ready']) },
    { asset_tag: random.chance(0.5) ? null : `T-${1 + random.int(5)}` },
    { storage_location: `Shelf ${random.int(100)}` },
    ...(type === 'camera' ? [{ shutter_count: (Number(item['shutter_count']) || 0) + random.int(1500) }] : []),
    ...(type === 'camera' ? [{ shutter_count: random.int(3000) }] : []),
  ])

async function editItem({ api, random, day, gear }: DayOfEdits): Promise<void> {
  if (gear.length === 0) return
  const item = random.pick(gear)
  expectStatus(await api.patch(`/gear/${item.id}`, { updates: randomUpdate(random, item, day) }), 200, 404, 409)
}

async function deleteItem({ api, random, gear, deleted }: DayOfEdits): Promise<void> {
  if (gear.length < 4) return
  const { id } = random.pick(gear)
  expectStatus(await api.delete(`/gear/${id}`), 200, 404)
  deleted.push(id)
}

async function restoreItem({ api, random, deleted }: DayOfEdits): Promise<void> {
  if (deleted.length > 0) expectStatus(await api.send('POST', `/gear/${random.pick(deleted)}/restore`), 200, 404, 409)
}

async function addService({ api, random, day, gear }: DayOfEdits): Promise<void> {
  if (gear.length === 0) return
  const { id, gear_type: type } = random.pick(gear)
  const date = addDays(day, random.int(20) - 8)
  const body = {
    item_type: type,
    item_id: id,
    service_type: random.pick(SERVICES),
    service_date: date,
    status: random.pick(STATUSES),
  }
  expectStatus(await api.post('/maintenance', body), 201, 422)
}

async function editService({ api, random, day, gear, services }: DayOfEdits): Promise<void> {
  if (services.length === 0 || gear.length === 0) return
  const { id } = random.pick(services)
  const other = random.pick(gear)
  const updates = random.pick<Record<string, unknown>>([
    { status: 'completed' },
    { status: 'completed' },
    { status: 'in_progress' },
    { status: 'cancelled' },
    { status: 'scheduled' },
    { service_type: random.pick(SERVICES) },
    { service_date: addDays(day, random.int(30) - 10) },
    { item_id: other.id, item_type: other.gear_type },
    { notes: `Note ${random.int(100)}` },
  ])
  expectStatus(await api.patch(`/maintenance/${id}`, { updates }), 200, 404, 409, 422)
}

async function deleteService({ api, random, services }: DayOfEdits): Promise<void> {
  if (services.length > 0) expectStatus(await api.delete(`/maintenance/${random.pick(services).id}`), 200, 404)
}

const EDITS: readonly [weight: number, edit: (today: DayOfEdits) => Promise<void>][] = [
  [3, addItem],
  [5, editItem],
  [1, deleteItem],
  [1, restoreItem],
  [2, addService],
  [8, editService],
  [1, deleteService],
]

export async function makeRandomEdit(today: DayOfEdits): Promise<void> {
  const edits = EDITS.flatMap(([weight, edit]) => Array.from({ length: weight }, () => edit))
  await today.random.pick(edits)(today)
}
