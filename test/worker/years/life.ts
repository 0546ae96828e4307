// What people do in the two years: random edits through the API, and the same in the model.
import { expect } from 'vitest'
import type { Item as ApiItem } from '../../support/api.ts'
import { acknowledge, snooze } from '../../../worker/control/reminderAnswers.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { dayOf, textOf, type DayNumber } from '../yearModel.ts'
import { answer } from './model.ts'
import { USE } from './settings.ts'
import { patch, type Life } from './patch.ts'
import { editShoots } from './shoots.ts'
import { dateOf, exists, isUnfinished, listReminders, type Coverage, type Item, type Service } from './world.ts'

const kinds = [
  { gear_type: 'camera', brand: 'Canon', model: 'R5' },
  { gear_type: 'camera', brand: 'Sony', model: 'A1' },
  { gear_type: 'lens', brand: 'Canon', model: '50mm' },
  { gear_type: 'lens', brand: 'Sigma', model: '35mm' },
  { gear_type: 'drone', brand: 'DJI', model: 'Inspire' },
  { gear_type: 'accessory', brand: 'Gitzo', model: 'GT3' },
]
const services = ['Sensor cleaning', 'Cleaning', 'Inspection', 'Strap check', 'Firmware', 'Repair']

/** The warranty document of an item, which the API keeps. */
async function findWarranty({ studio }: Life, item: Item): Promise<ApiItem | undefined> {
  const documents = (await studio.api.get(`/documents?type=warranty&gear_id=${item.id}`)).items()
  return documents.find(({ source }) => source === 'gear')
}

async function setWarranty(life: Life, item: Item, ends: DayNumber | null): Promise<void> {
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

async function deleteItem({ studio }: Life, item: Item): Promise<void> {
  expect((await studio.api.delete(`/gear/${item.id}`)).status).toBe(200)
  item.isDeleted = true
}

async function retire({ studio }: Life, item: Item): Promise<void> {
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

async function deleteCoverage(life: Life, coverage: Coverage): Promise<void> {
  if (coverage.isOfGear && coverage.item) return setWarranty(life, coverage.item, null)
  expect((await life.studio.settings.delete(`/documents/${coverage.id}`)).status).toBe(200)
  coverage.isDeleted = true
}

async function addService({ world, studio }: Life, item: Item, service: string, due: DayNumber): Promise<void> {
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

async function moveService({ studio }: Life, record: Service, due: DayNumber): Promise<void> {
  await patch(studio, `/maintenance/${record.id}`, { service_date: textOf(due) })
  Object.assign(record, { due, changedAtMs: studio.clock.nowMs() })
}

async function priceService({ world, studio }: Life, record: Service, cost: number): Promise<void> {
  await patch(studio, `/maintenance/${record.id}`, { cost })
  Object.assign(record, { isPriced: true, changedAtMs: studio.clock.nowMs() })
  world.opened.add(record)
}

async function setStatus(
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

async function deleteService({ studio }: Life, record: Service): Promise<void> {
  expect((await studio.api.delete(`/maintenance/${record.id}`)).status).toBe(200)
  record.isDeleted = true
}

/** Acknowledges or postpones a reminder that was sent. */
async function answerOne({ world, studio, random, isWorkerDown }: Life, day: DayNumber): Promise<void> {
  if (isWorkerDown) return
  const sent = listReminders(world).filter(({ about, due, state }) => {
    const isCurrent = about.kind === 'maintenance' ? about.due === due && isUnfinished(about) : about.ends === due
    return state === 'sent' && isCurrent && exists(about) && about.id !== ''
  })
  if (sent.length === 0) return
  const reminder = sent[random.int(sent.length)] as (typeof sent)[number]
  const days = random.chance(0.4) ? null : 1 + random.int(20)
  const { id } = reminder.about
  const { data } =
    days === null
      ? await acknowledge(studio.worker, { body: { id } } as never)
      : await snooze(studio.worker, { body: { id, days } } as never)
  expect(data.due_on, 'the newest reminder is that of the present date').toBe(textOf(reminder.due))
  const until = answer(world, reminder, day, days)
  expect(data.next_on).toBe(until === null ? null : textOf(until))
}

type Edit = (life: Life, day: DayNumber) => Promise<void>

/** Every kind of edit, as often as it is listed. */
const edits: readonly Edit[] = [
  async (life, day) =>
    void (await buy(
      life,
      life.random.int(6),
      purchasedOn(life, day),
      day,
      life.random.chance(0.5) ? near(life, day, 20, 120) : null,
    )),
  (life) =>
    withOne(life, idleGearOf(life), (item) => (life.random.chance(0.3) ? deleteItem(life, item) : retire(life, item))),
  (life) =>
    withOne(
      life,
      life.world.items.filter((item) => item.isRetired && !item.isDeleted),
      (item) => retire(life, item),
    ),
  (life, day) =>
    withOne(life, gearOf(life), (item) =>
      setWarranty(life, item, life.random.chance(0.15) ? null : near(life, day, 40, 120)),
    ),
  async (life, day) =>
    void (await addDocument(
      life,
      life.random.chance(0.6) ? 'insurance' : 'warranty',
      pickGear(life),
      near(life, day, 60, 130),
    )),
  (life, day) =>
    withOne(life, coveragesOf(life), (one) =>
      moveCoverage(life, one, life.random.chance(0.5) ? one.ends + 30 : near(life, day, 10, 100)),
    ),
  (life) => withOne(life, coveragesOf(life), (one) => deleteCoverage(life, one)),
  (life, day) =>
    withOne(life, gearOf(life), (item) => addService(life, item, life.random.pick(services), near(life, day, 5, 25))),
  ...repeat(6, (life, day) =>
    withOne(life, openServicesOf(life, day + 10), (record) => setStatus(life, record, 'completed', day)),
  ),
  (life, day) =>
    withOne(life, openServicesOf(life, day + 20), (record) =>
      setStatus(life, record, record.status === 'scheduled' ? 'in_progress' : 'scheduled', day),
    ),
  (life, day) => withOne(life, openServicesOf(life, day + 20), (record) => setStatus(life, record, 'cancelled', day)),
  (life, day) => withOne(life, openServicesOf(life, day + 30), (record) => deleteService(life, record)),
  ...repeat(2, (life, day) =>
    withOne(life, openServicesOf(life, day + 30), (record) => moveService(life, record, near(life, day, 3, 30))),
  ),
  moveBack,
  ...repeat(2, answerOne),
  ...repeat(2, (life, day) =>
    withOne(life, openServicesOf(life, day + 20), (record) =>
      priceService(life, record, (1 + life.random.int(40_000)) / 100),
    ),
  ),
  ...repeat(3, editShoots),
]

/** Moves something to a date that it has had. */
async function moveBack(life: Life, day: DayNumber): Promise<void> {
  const subjects = [...coveragesOf(life), ...openServicesOf(life, Infinity)]
  const earlier = subjects.flatMap((about) =>
    about.reminders.filter(({ due }) => due !== dateOf(about) && Math.abs(due - day) < 60),
  )
  await withOne(life, earlier, ({ about, due }) =>
    about.kind === 'maintenance' ? moveService(life, about, due) : moveCoverage(life, about, due),
  )
}

function repeat(times: number, one: Edit): Edit[] {
  return Array.from({ length: times }, () => one)
}

/** A day around today. */
function near({ random }: Life, day: DayNumber, before: number, after: number): DayNumber {
  return day - before + random.int(before + after + 1)
}

/** The day of a purchase, often the last one of a month. */
function purchasedOn({ random }: Life, day: DayNumber): DayNumber | null {
  if (random.chance(0.2)) return null
  const since = day - random.int(150)
  return random.chance(0.5) ? since : dayOf(`${textOf(since).slice(0, 8)}01`) - 1
}

const gearOf = ({ world }: Life): Item[] => world.items.filter((item) => !item.isDeleted && !item.isRetired)
/** Without work in progress: an item that is retired during its service may be set to maintenance once more. */
const idleGearOf = (life: Life): Item[] =>
  gearOf(life).filter(
    (item) =>
      item !== life.world.metered?.item &&
      !life.world.services.some((one) => one.item === item && exists(one) && one.status === 'in_progress'),
  )
const pickGear = (life: Life): Item | null =>
  life.random.chance(0.6) && gearOf(life).length > 0 ? life.random.pick(gearOf(life)) : null
const coveragesOf = ({ world }: Life): Coverage[] =>
  world.coverages.filter((one) => exists(one) && one.item?.isRetired !== true)
/** On a day with a new reading, a service by use is left alone: what is counted from it would depend on milliseconds. */
const openServicesOf = ({ world }: Life, until: DayNumber): Service[] =>
  world.services.filter(
    (one) =>
      exists(one) &&
      isUnfinished(one) &&
      one.due <= until &&
      !one.item.isRetired &&
      !(world.metered?.isReadToday && one.service === USE.service),
  )

async function withOne<T>({ random }: Life, list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  if (list.length > 0) await work(random.pick(list))
}

/** What people do on a day. @returns true if they did something */
export async function editAtRandom(life: Life, day: DayNumber): Promise<boolean> {
  const { random, isBusyDay } = life
  const count = isBusyDay || random.chance(0.1) ? 1 + random.int(7) : 0
  for (let done = 0; done < count; done++) await random.pick(edits)(life, day)
  return count > 0
}
