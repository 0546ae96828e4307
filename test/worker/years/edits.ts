// Edits of gear, documents and services through the API, and the same in the model.
import { expect } from 'vitest'
import type { Item as ApiItem } from '../../support/api.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { textOf, type DayNumber } from '../yearModel.ts'
import { USE } from './settings.ts'
import { patch, type Life } from './patch.ts'
import { exists, type Coverage, type Item, type Service } from './world.ts'

const kinds = [
  { gear_type: 'camera', brand: 'Canon', model: 'R5' },
  { gear_type: 'camera', brand: 'Sony', model: 'A1' },
  { gear_type: 'lens', brand: 'Canon', model: '50mm' },
  { gear_type: 'lens', brand: 'Sigma', model: '35mm' },
  { gear_type: 'drone', brand: 'DJI', model: 'Inspire' },
  { gear_type: 'accessory', brand: 'Gitzo', model: 'GT3' },
]

/** The warranty document of an item, which the API keeps. */
async function findWarranty({ studio }: Life, item: Item): Promise<ApiItem | undefined> {
  const documents = (await studio.api.get(`/documents?type=warranty&gear_id=${item.id}`)).items()
  return documents.find(({ source }) => source === 'gear')
}

export async function setWarranty(life: Life, item: Item, ends: DayNumber | null): Promise<void> {
  await patch(life.studio, `/gear/${item.id}`, { warranty_expires_on: ends === null ? null : textOf(ends) })
  const current = life.world.coverages.find((one) => one.item === item && one.isOfGear && exists(one))
  if (current && ends !== null) Object.assign(current, { ends })
  else if (current) Object.assign(current, { isDeleted: true })
  else if (ends !== null) await addWarrantyOfGear(life, item, ends)
}

async function addWarrantyOfGear(life: Life, item: Item, ends: DayNumber): Promise<void> {
  const id = (await findWarranty(life, item))?.id ?? ''
  life.world.coverages.push({
    kind: 'warranty',
    id,
    item,
    title: '',
    ends,
    isOfGear: true,
    isDeleted: false,
    reminders: [],
  })
}

/** @param since day of purchase; null: none, so that today counts */
export async function buy(
  life: Life,
  kind: number,
  since: DayNumber | null,
  today: DayNumber,
  ends: DayNumber | null,
): Promise<Item> {
  const { world, studio } = life
  const tag = `T-${world.items.length + 1}`
  const fields = kinds[kind % kinds.length] ?? { gear_type: 'filter', brand: 'Hoya', model: 'UV' }
  const dates = {
    ...(since !== null && { purchase_date: textOf(since) }),
    ...(ends !== null && { warranty_expires_on: textOf(ends) }),
  }
  const { id } = await studio.api.createItem({ ...fields, asset_tag: tag, ...dates })
  const item: Item = {
    id,
    tag,
    name: `${fields.brand} ${fields.model}`,
    type: fields.gear_type,
    brand: fields.brand,
    since: since ?? today,
    purchased: since,
    isRetired: false,
    isDeleted: false,
  }
  world.items.push(item)
  if (ends !== null) await addWarrantyOfGear(life, item, ends)
  return item
}

export async function deleteItem({ studio }: Life, item: Item): Promise<void> {
  expect((await studio.api.delete(`/gear/${item.id}`)).status).toBe(200)
  item.isDeleted = true
}

export async function retire({ studio }: Life, item: Item): Promise<void> {
  await patch(studio, `/gear/${item.id}`, { status: item.isRetired ? 'available' : 'retired' })
  item.isRetired = !item.isRetired
}

export async function addDocument(
  life: Life,
  kind: Coverage['kind'],
  item: Item | null,
  ends: DayNumber,
): Promise<Coverage> {
  const { world, studio } = life
  const title = `Policy ${world.coverages.length + 1}`
  const gear = item && { gear_id: item.id }
  const reply = await studio.settings.post('/documents', { type: kind, title, expires_on: textOf(ends), ...gear })
  expect(reply).toHaveStatus(201)
  const coverage = { kind, id: reply.item().id, item, title, ends, isOfGear: false, isDeleted: false, reminders: [] }
  world.coverages.push(coverage)
  return coverage
}

export async function moveCoverage(life: Life, coverage: Coverage, ends: DayNumber): Promise<void> {
  if (coverage.isOfGear && coverage.item) return setWarranty(life, coverage.item, ends)
  const reply = await life.studio.settings.patch(`/documents/${coverage.id}`, { updates: { expires_on: textOf(ends) } })
  expect(reply.status).toBe(200)
  Object.assign(coverage, { ends })
}

export async function deleteCoverage(life: Life, coverage: Coverage): Promise<void> {
  if (coverage.isOfGear && coverage.item) return setWarranty(life, coverage.item, null)
  expect((await life.studio.settings.delete(`/documents/${coverage.id}`)).status).toBe(200)
  coverage.isDeleted = true
}

export async function addService({ world, studio }: Life, item: Item, service: string, due: DayNumber): Promise<void> {
  const body = { item_type: item.type, item_id: item.id, service_type: service, service_date: textOf(due) }
  const reply = await studio.api.post('/maintenance', body)
  expect(reply).toHaveStatus(201)
  const { id } = reply.item()
  const record: Service = {
    kind: 'maintenance',
    id,
    item,
    service,
    due,
    status: 'scheduled',
    doneOn: null,
    isDeleted: false,
    isOfPlan: false,
    isPriced: false,
    changedAtMs: studio.clock.nowMs(),
    isReported: false,
    reminders: [],
  }
  world.services.push(record)
  world.opened.add(record)
}

export async function moveService({ studio }: Life, record: Service, due: DayNumber): Promise<void> {
  await patch(studio, `/maintenance/${record.id}`, { service_date: textOf(due) })
  Object.assign(record, { due, changedAtMs: studio.clock.nowMs() })
}

export async function priceService({ world, studio }: Life, record: Service, cost: number): Promise<void> {
  await patch(studio, `/maintenance/${record.id}`, { cost })
  Object.assign(record, { isPriced: true, changedAtMs: studio.clock.nowMs() })
  world.opened.add(record)
}

export async function setStatus(
  { world, studio }: Life,
  record: Service,
  status: Service['status'],
  day: DayNumber,
): Promise<void> {
  await patch(studio, `/maintenance/${record.id}`, { status })
  Object.assign(record, { status, changedAtMs: studio.clock.nowMs() })
  if (status !== 'completed') return
  record.doneOn = day
  const { metered } = world
  if (metered && record.item === metered.item && record.service === USE.service)
    metered.completedAt = toIsoTime(studio.clock.nowMs())
}

export async function deleteService({ studio }: Life, record: Service): Promise<void> {
  expect((await studio.api.delete(`/maintenance/${record.id}`)).status).toBe(200)
  record.isDeleted = true
}
