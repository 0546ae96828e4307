import { describe, expect, it } from 'vitest'
import { gearTypes } from '../../../../contract/api/gearFields.ts'
import { maintenanceStatuses, maintenanceTransitions, type Maintenance } from '../../../../contract/api/maintenance.ts'
import type { Api, Item } from '../../../support/api.ts'
import { createSeededRandom, type Random } from '../../../support/random.ts'
import { useServer } from '../../../support/suite.ts'
import { recordOf, recordsOf, maintenanceBody } from './support.ts'
import { fullOrSmall } from '../../../support/counts.ts'

const suite = useServer({ ownProcess: true, bob: true })
const STEP_COUNT = fullOrSmall(600, 60)

/** A plain model of the account. */
interface Model {
  items: Item[]
  records: Maintenance[]
}

const day = (random: Random): string => `20${20 + random.int(4)}-0${1 + random.int(9)}-${10 + random.int(18)}`

const sortRecords = (records: readonly Maintenance[]): Maintenance[] =>
  records.toSorted((a, b) => (`${a.service_date} ${a.id}` < `${b.service_date} ${b.id}` ? -1 : 1))

function randomFilter(random: Random, { items }: Model): Record<string, string> {
  const filter: Record<string, string> = {}
  if (random.chance(0.4)) filter['status'] = random.pick(maintenanceStatuses)
  if (random.chance(0.3)) filter['item_type'] = random.pick(gearTypes)
  if (random.chance(0.3) && items.length > 0) filter['item_id'] = random.pick(items).id
  const [from, to] = [day(random), day(random)].toSorted()
  if (random.chance(0.3)) filter['fromDate'] = String(from)
  if (random.chance(0.3)) filter['toDate'] = String(to)
  return filter
}

const matches = (record: Maintenance, filter: Record<string, string>): boolean =>
  (['status', 'item_type', 'item_id'] as const).every((field) => (filter[field] ?? record[field]) === record[field]) &&
  record.service_date >= (filter['fromDate'] ?? '') &&
  record.service_date <= (filter['toDate'] ?? '~')

async function comparePage(api: Api, model: Model, random: Random): Promise<void> {
  const filter = randomFilter(random, model)
  const expectedRecords = sortRecords(model.records).filter((record) => matches(record, filter))
  const limit = random.pick([1, 3, 50, 200])
  const offset = random.int(expectedRecords.length + 3)
  const query = new URLSearchParams({ ...filter, limit: String(limit), offset: String(offset) }).toString()
  const reply = await api.get(`/maintenance?${query}`)
  const page = expectedRecords.slice(offset, offset + limit)
  expect({ query, records: recordsOf(reply) }).toEqual({ query, records: page })
  expect(reply.pagination()).toEqual({ limit, offset, returned: page.length, total: expectedRecords.length })
}

async function create(api: Api, model: Model, random: Random): Promise<void> {
  const item = random.pick(model.items)
  const status = random.pick(['scheduled', 'in_progress', 'completed'])
  const reply = await api.post(
    '/maintenance',
    maintenanceBody(item, { service_date: day(random), status, cost: random.int(500) }),
  )
  expect(reply.status).toBe(201)
  model.records.push(recordOf(reply))
}

function randomUpdates(random: Random, model: Model): Partial<Maintenance> {
  const updates: Partial<Maintenance> = {}
  if (random.chance(0.5)) updates.status = random.pick(maintenanceStatuses)
  if (random.chance(0.3)) updates.service_date = day(random)
  if (random.chance(0.2)) updates.item_id = random.pick(model.items).id
  if (random.chance(0.2)) updates.item_type = random.pick(gearTypes)
  if (random.chance(0.3) || Object.keys(updates).length === 0) updates.notes = random.pick([null, 'a', 'b'])
  return updates
}

async function update(api: Api, model: Model, random: Random): Promise<void> {
  const storedRecord = random.pick(model.records)
  const updates = randomUpdates(random, model)
  const nextRecord = { ...storedRecord, ...updates }
  const reply = await api.patch(`/maintenance/${storedRecord.id}`, { updates })
  const itemMatches = model.items.some(
    (item) => item.id === nextRecord.item_id && item.gear_type === nextRecord.item_type,
  )
  const isAllowed =
    nextRecord.status === storedRecord.status || maintenanceTransitions[storedRecord.status].includes(nextRecord.status)
  const statusOfMatch = isAllowed ? 200 : 409
  expect(reply.status).toBe(itemMatches ? statusOfMatch : 422)
  if (reply.status !== 200) return
  const { updated_at: _, completed_at: __, ...storedFields } = recordOf(reply)
  const { updated_at: ___, completed_at: ____, ...expectedFields } = nextRecord
  expect(storedFields).toEqual(expectedFields)
  model.records[model.records.indexOf(storedRecord)] = recordOf(reply)
}

async function remove(api: Api, model: Model, random: Random): Promise<void> {
  const record = random.pick(model.records)
  expect((await api.delete(`/maintenance/${record.id}`)).status).toBe(200)
  model.records = model.records.filter(({ id }) => id !== record.id)
}

async function removeItem(api: Api, model: Model, random: Random): Promise<void> {
  const item = random.pick(model.items)
  const reply = await api.delete(`/gear/${item.id}`)
  const remainingRecords = model.records.filter(({ item_id: id }) => id !== item.id)
  expect(reply.item()['cleaned']).toMatchObject({ maintenance: model.records.length - remainingRecords.length })
  model.records = remainingRecords
  model.items = model.items.filter(({ id }) => id !== item.id)
}

async function step(api: Api, model: Model, random: Random): Promise<void> {
  const randomNumber = random.next()
  if (model.items.length < 3 || randomNumber < 0.08)
    model.items.push(await api.createItem({ gear_type: random.pick(gearTypes) }))
  else if (model.records.length === 0 || randomNumber < 0.45) await create(api, model, random)
  else if (randomNumber < 0.8) await update(api, model, random)
  else if (randomNumber < 0.96) await remove(api, model, random)
  else await removeItem(api, model, random)
  await comparePage(api, model, random)
}

describe('a random history of maintenance', () => {
  it.each([1, 2])('is listed as in a plain model (seed %i)', async (seed) => {
    const random = createSeededRandom(seed)
    const api = seed === 1 ? suite.alice : suite.bob
    const model: Model = { items: [], records: [] }
    for (let count = 0; count < STEP_COUNT; count++) await step(api, model, random)
    for (const record of model.records) expect(recordOf(await api.get(`/maintenance/${record.id}`))).toEqual(record)
    const figures = JSON.parse((await api.get('/analytics')).text) as {
      data: { maintenance: { total: number; by_status: Record<string, number> } }
    }
    expect(figures.data.maintenance).toEqual({
      total: model.records.length,
      by_status: Object.fromEntries(
        maintenanceStatuses.map((status) => [status, model.records.filter((one) => one.status === status).length]),
      ),
    })
  })
})
