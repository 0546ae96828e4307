import { afterAll, beforeAll, expect, it } from 'vitest'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '../support/mail/mailServer.ts'
import { byText, EXPECTED, inMails, titleOf, titlesOf } from './yearMails.ts'
import type { Item } from '../support/api.ts'
import { isLongRun, longOnlySuffix } from '../support/counts.ts'
import { openInProcessStudio, type InProcessStudio } from '../support/inProcessStudio.ts'
import { listReminderPage } from '../../state/reminders/reminderList.ts'
import {
  dayOf,
  everyDays,
  everyDaysSinceDone,
  everyMonths,
  newYear,
  simulateDay,
  textOf,
  type DayNumber,
  type ModelCoverage,
  type ModelItem,
  type ModelRecord,
} from '../worker/yearModel.ts'

// Simulates a year day by day and compares records and reminders with a naive model (yearModel.ts).
// The year has both DST changes, every month's end, 29 February, days without a mail server and a week without the
// worker.

const ZONE = 'Europe/Berlin'
const FIRST_DAY = dayOf('2027-07-01')
const LAST_DAY = dayOf('2028-06-30')
const isDown = (day: DayNumber): boolean => day >= dayOf('2028-03-30') && day <= dayOf('2028-04-05')
const mailWorks = (day: DayNumber): boolean => day !== dayOf('2027-08-30') && day !== dayOf('2027-08-31')

const PLANS = `maintenance:
  plans:
    - { id: sensor, applies_to: { model: R5 }, service_type: Sensor cleaning, every: 1 month, from: purchase, lead_days: 5 }
    - { id: clean, applies_to: { model: 50mm }, service_type: Cleaning, every: 90 days, from: last_completed, lead_days: 10 }
    - { id: check, applies_to: { type: drone }, service_type: Inspection, every: 1 year, from: 2024-02-29 }
    - { id: strap, applies_to: { type: accessory, brand: gitzo }, service_type: Strap check, every: 2 weeks, from: 2027-06-24, lead_days: 0 }
    - { id: firmware, applies_to: { model: Z9 }, service_type: Firmware, every: 45 days, from: purchase, lead_days: 7 }
`

const year = newYear()
const ids = new Map<object, string>()
let studio: InProcessStudio
let mail: MailServer
const mails: ReceivedMail[] = []

const timeOn = (day: DayNumber, time: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(`${textOf(day)}T${time}`).toZonedDateTime(ZONE)
const localDay = (moment: string): string =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(ZONE).toPlainDate().toString()

type Fields = Record<string, unknown> & { brand: string; model: string; purchase_date?: string }

async function buy(fields: Fields, plans: ModelItem['plans'] = []): Promise<ModelItem> {
  const gear: Item = await studio.api.createItem(fields)
  const item: ModelItem = {
    name: `${fields.brand} ${fields.model}`,
    since: dayOf(fields.purchase_date ?? '2027-01-01'),
    plans,
    gone: false,
  }
  year.items.push(item)
  ids.set(item, gear.id)
  const ends = fields['warranty_expires_on']
  if (typeof ends === 'string') year.coverages.push({ item, words: `Warranty of ${item.name}`, ends: dayOf(ends) })
  return item
}

async function insure(title: string, expiresOn: string): Promise<void> {
  expect((await studio.settings.post('/documents', { type: 'insurance', title, expires_on: expiresOn })).status).toBe(
    201,
  )
  year.coverages.push({ item: null, words: `Insurance "${title}"`, ends: dayOf(expiresOn) })
}

const itemOf = (model: string): ModelItem => {
  const found = year.items.find(({ name }) => name.endsWith(model))
  if (!found) throw new Error(`there is no ${model}`)
  return found
}
const coverageOf = (item: ModelItem): ModelCoverage => {
  const found = year.coverages.find((coverage) => coverage.item === item)
  if (!found) throw new Error(`${item.name} has no coverage`)
  return found
}

async function setWarranty(model: string, expiresOn: string | null): Promise<void> {
  const item = itemOf(model)
  expect(
    (await studio.api.patch(`/gear/${ids.get(item)}`, { updates: { warranty_expires_on: expiresOn } })).status,
  ).toBe(200)
  coverageOf(item).ends = expiresOn === null ? null : dayOf(expiresOn)
}

async function patchRecord(record: ModelRecord, updates: Record<string, unknown>): Promise<void> {
  const listedRecords = await studio.api.get(`/maintenance?item_id=${ids.get(record.item)}&limit=200`)
  const found = listedRecords
    .items()
    .find((one) => one['service_type'] === record.service && one['service_date'] === textOf(record.due))
  expect((await studio.api.patch(`/maintenance/${found?.id}`, { updates })).status).toBe(200)
}

/** Days between the due date of a service and its completion. The default is 0. */
const lateDays: Readonly<Record<string, number>> = {
  'Sensor cleaning 2027-09-30': -2,
  'Sensor cleaning 2027-12-06': 4,
  'Sensor cleaning 2028-01-31': 20,
  'Sensor cleaning 2028-03-31': 2,
  'Strap check 2027-10-28': 25,
  'Strap check 2028-03-30': 9,
  'Inspection 2028-02-29': 3,
}
const delayDays = ({ service, due }: ModelRecord): number => {
  if (service === 'Firmware') return Infinity
  return service === 'Cleaning' ? 3 : (lateDays[`${service} ${textOf(due)}`] ?? 0)
}

const recordOf = (service: string, due: string): ModelRecord => {
  const found = year.records.find((record) => record.service === service && record.due === dayOf(due))
  if (!found) throw new Error(`there is no ${service} due ${due}`)
  return found
}

const actions: Readonly<Record<string, () => Promise<void>>> = {
  '2027-09-10': () => setWarranty('R5', '2028-03-26'),
  '2027-11-20': async () =>
    void (await buy({
      gear_type: 'camera',
      brand: 'Leica',
      model: 'Q3',
      purchase_date: '2027-11-20',
      warranty_expires_on: '2027-12-05',
    })),
  '2027-11-27': async () => {
    const record = recordOf('Sensor cleaning', '2027-11-30')
    await patchRecord(record, { service_date: '2027-12-06' })
    record.due = dayOf('2027-12-06')
  },
  '2027-12-01': () => setWarranty('A7', null),
  '2028-01-15': async () => {
    const item = itemOf('Z9')
    expect((await studio.api.delete(`/gear/${ids.get(item)}`)).status).toBe(200)
    item.gone = true
  },
  '2028-02-25': () => patchRecord(recordOf('Inspection', '2028-02-29'), { status: 'in_progress' }),
}

async function actAtNoon(day: DayNumber): Promise<void> {
  studio.moveTo(timeOn(day, '12:00'))
  await actions[textOf(day)]?.()
  for (const record of year.records)
    if (!record.item.gone && record.doneOn === null && day >= record.due + delayDays(record)) {
      await patchRecord(record, { status: 'completed' })
      record.doneOn = day
    }
}

const createdRecords: string[] = []
const seenIds = new Set<string>()

/** Adds the records that were created since the last call to `createdRecords`. */
async function collectRecords(): Promise<void> {
  const names = new Map([...ids].map(([item, id]) => [id, (item as ModelItem).name]))
  for (let offset = 0, total = 1; offset < total; offset += 200) {
    const page = await studio.api.get(`/maintenance?limit=200&offset=${offset}`)
    total = page.pagination().total
    for (const one of page.items()) {
      if (!seenIds.has(one.id))
        createdRecords.push(
          `${localDay(one.created_at)} ${names.get(String(one['item_id']))} ${String(one['service_type'])} ${String(one['service_date'])}`,
        )
      seenIds.add(one.id)
    }
  }
}

async function runDay(day: DayNumber): Promise<void> {
  studio.moveTo(timeOn(day, '00:30'))
  await studio.runDaily()
  // A second daily run on the same day changes nothing.
  if (day % 30 === 0) await studio.runDaily()
  simulateDay(year, day, mailWorks(day))
  await collectRecords()
}

async function switchMail(day: DayNumber): Promise<void> {
  if (mailWorks(day) === mailWorks(day - 1)) return
  if (mailWorks(day)) mail = await startMailServer({ port: mail.port })
  else {
    mails.push(...mail.mails)
    await mail.stop()
  }
}

beforeAll(async () => {
  mail = await startMailServer()
  const config = `${configOf('{ id: log, type: log }', emailChannel(mail.port))}\n${PLANS}`
  studio = await openInProcessStudio(config, timeOn(FIRST_DAY - 1, '12:00'))
  const sensor = {
    id: 'sensor',
    service: 'Sensor cleaning',
    leadDays: 5,
    days: everyMonths('2027-01-31', 1),
    waits: false,
  }
  const clean = { id: 'clean', service: 'Cleaning', leadDays: 10, days: everyDaysSinceDone(90), waits: true }
  const check = { id: 'check', service: 'Inspection', leadDays: 30, days: everyMonths('2024-02-29', 12), waits: false }
  const strap = { id: 'strap', service: 'Strap check', leadDays: 0, days: everyDays('2027-06-24', 14), waits: false }
  const firmware = { id: 'firmware', service: 'Firmware', leadDays: 7, days: everyDays('2027-06-01', 45), waits: false }
  await buy(
    {
      gear_type: 'camera',
      brand: 'Canon',
      model: 'R5',
      purchase_date: '2027-01-31',
      warranty_expires_on: '2027-09-15',
    },
    [sensor],
  )
  await buy(
    {
      gear_type: 'lens',
      brand: 'Sigma',
      model: '50mm',
      purchase_date: '2027-05-01',
      warranty_expires_on: '2028-02-29',
    },
    [clean],
  )
  await buy(
    {
      gear_type: 'drone',
      brand: 'DJI',
      model: 'Inspire',
      purchase_date: '2027-03-15',
      warranty_expires_on: '2027-10-31',
    },
    [check],
  )
  await buy({ gear_type: 'accessory', brand: 'Gitzo', model: 'GT3', purchase_date: '2027-06-24' }, [strap])
  await buy(
    {
      gear_type: 'camera',
      brand: 'Nikon',
      model: 'Z9',
      purchase_date: '2027-06-01',
      warranty_expires_on: '2028-02-10',
    },
    [firmware],
  )
  await buy({ gear_type: 'accessory', brand: 'Godox', model: 'AD200', warranty_expires_on: '2027-05-01' })
  await buy({ gear_type: 'camera', brand: 'Sony', model: 'A7', warranty_expires_on: '2027-12-20' })
  await insure('All risks', '2028-04-03')
  await insure('Transport', '2028-04-08')
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

it.skipIf(!isLongRun)(
  `a year of daily runs makes the records and messages of a naive model, day by day${longOnlySuffix}`,
  async () => {
    const statuses: string[] = []
    const drone = itemOf('Inspire')
    let statusBefore = 'available'
    for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
      await switchMail(day)
      if (!isDown(day)) {
        await runDay(day)
        const { status } = (await studio.api.get(`/gear/${ids.get(drone)}`)).item()
        if (status !== statusBefore) statuses.push(`${textOf(day)} ${status}`)
        statusBefore = status
      }
      await actAtNoon(day)
    }
    mails.push(...mail.mails)

    const madeRecords = year.records.map(
      ({ madeOn, item, service, plannedFor }) => `${textOf(madeOn)} ${item.name} ${service} ${textOf(plannedFor)}`,
    )
    expect(createdRecords.toSorted(byText)).toEqual(madeRecords.toSorted(byText))
    const ledger = await studio.worker.state.read((tx) => listReminderPage(tx, { limit: 100_000, offset: 0 }))
    const logged = ledger.rows.filter(({ channel }) => channel === 'log')
    expect(
      logged.map(({ sent_at: sentAt, payload }) => `${localDay(sentAt ?? '')} ${titleOf(payload)}`).toSorted(byText),
    ).toEqual(year.logged.toSorted(byText))
    const mailedTitles = mails.flatMap((one) =>
      titlesOf(one).map((title) => `${localDay(one.email.date ?? '')} ${title}`),
    )
    expect(mailedTitles.toSorted(byText)).toEqual(inMails(year.mailed).toSorted(byText))
    expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(mails.length)
    expect(statuses).toEqual(['2028-02-26 maintenance', '2028-03-04 available'])
    // Guards against a model that predicts nothing.
    for (const line of EXPECTED) expect(year.mailed).toContain(line)
    console.log(`${mails.length} mails, ${logged.length} lines of the log, ${madeRecords.length} records`)
  },
)
