import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEventId } from '../../../calendars/google/event.ts'
import { listProblems } from '../../../contract/control/problems.ts'
import type { CalendarEvent } from '../../google/calendar/event.ts'
import type { StoredCalendar } from '../../google/calendar/storedCalendar.ts'
import type { Item } from '../../support/api.ts'
import { until } from '../../support/wait.ts'
import { dayOf, openPushStudio, type PushStudio } from './support.ts'

// Three calendars side by side: shoots, maintenance, ends of warranties.

let one: PushStudio
let service: StoredCalendar
let ends: StoredCalendar
let camera: Item
let shoot: Item

const configOf = (serviceSettings = ''): string => `calendars:
  - { id: team, google: { calendar: ${one.calendar.id} } }
  - { id: service, shows: maintenance, ${serviceSettings} google: { calendar: ${service.id} } }
  - { id: ends, shows: warranty, google: { calendar: ${ends.id} } }
`

beforeAll(async () => {
  one = await openPushStudio()
  const share = (summary: string): StoredCalendar =>
    one.google.addCalendar({ summary, sharedWith: { [one.email]: 'writer' } })
  service = share('Maintenance')
  ends = share('Warranties')
  camera = await one.studio.api.createItem({
    brand: 'Sony',
    model: 'FX3',
    asset_tag: 'CAM-001',
    warranty_expires_on: dayOf(30),
  })
  shoot = await one.createShoot()
  one.studio.configure(configOf())
  await until(
    'the shoot and the warranty are shown',
    async () => one.shown().length === 1 && shownIn(ends).length === 1,
  )
})
afterAll(() => one[Symbol.asyncDispose]())

const shownIn = (calendar: StoredCalendar): CalendarEvent[] =>
  calendar.events().filter(({ status }) => status !== 'cancelled')
const eventIn = (calendar: StoredCalendar, { id }: { id: string }): CalendarEvent => calendar.event(toEventId(id, 0))
const pushService = (): Promise<void> => one.push('service', service.id)

async function create(fields: Record<string, unknown> = {}): Promise<Item> {
  const body = {
    item_type: 'camera',
    item_id: camera.id,
    service_type: 'Sensor cleaning',
    service_date: dayOf(10),
    ...fields,
  }
  const reply = await one.studio.api.post('/maintenance', body)
  expect(reply).toHaveStatus(201)
  return reply.item()
}
const change = async ({ id }: Item, updates: Record<string, unknown>): Promise<void> =>
  expect((await one.studio.api.patch(`/maintenance/${id}`, { updates })).status).toBe(200)

describe('maintenance', () => {
  it('is in its calendar seconds after its event, follows each change, and leaves the shoots alone', async () => {
    const shootBefore = one.event(shoot)
    const record = await create({ service_provider: 'Lensworks', notes: 'Ask for Grace', cost: 123.45 })
    await one.deliverEvents()
    await until('it is shown', async () => shownIn(service).length === 1)
    const event = eventIn(service, record)
    expect(event).toMatchObject({
      summary: 'Sensor cleaning: Sony FX3 (CAM-001)',
      start: { date: dayOf(10) },
      end: { date: dayOf(11) },
      status: 'confirmed',
      transparency: 'transparent',
    })
    expect(JSON.stringify(event)).not.toMatch(/Lensworks|Grace|123\.45/)
    await change(record, { service_date: dayOf(12) })
    await one.deliverEvents()
    await until('it has moved', async () => eventIn(service, record).start.date === dayOf(12))
    await change(record, { status: 'completed' })
    await pushService()
    expect(eventIn(service, record)).toMatchObject({
      summary: 'Done: Sensor cleaning: Sony FX3 (CAM-001)',
      status: 'confirmed',
    })
    expect(one.event(shoot)).toEqual(shootBefore)
  })

  it('that is cancelled or deleted leaves the calendar, and details are written once they are included', async () => {
    const [cancelled, deleted] = [await create({ service_provider: 'Lensworks' }), await create()]
    await pushService()
    await change(cancelled, { status: 'cancelled' })
    expect((await one.studio.api.delete(`/maintenance/${deleted.id}`)).status).toBe(200)
    await pushService()
    expect([cancelled, deleted].map((record) => eventIn(service, record).status)).toEqual(['cancelled', 'cancelled'])
    await change(cancelled, { status: 'scheduled' })
    one.studio.configure(configOf('include: [provider],'))
    await pushService()
    expect(eventIn(service, cancelled)).toMatchObject({ status: 'confirmed', description: 'Provider: Lensworks' })
    one.studio.configure(configOf())
  })

  it('gets the new name of its item with the next push, and what a person changed is repaired', async () => {
    const record = await create({ service_date: dayOf(20) })
    await pushService()
    expect((await one.studio.api.patch(`/gear/${camera.id}`, { updates: { model: 'FX6' } })).status).toBe(200)
    await pushService()
    expect(eventIn(service, record).summary).toBe('Sensor cleaning: Sony FX6 (CAM-001)')
    const before = one.google.calls.length
    await pushService()
    expect(one.google.calls.slice(before).filter(({ method }) => method.startsWith('calendar.'))).toEqual([])
    service.editEvent(eventIn(service, record).id, { summary: 'By Grace' })
    service.expireSyncTokens()
    await one.forgetReconciliation()
    await pushService()
    expect(eventIn(service, record).summary).toBe('Sensor cleaning: Sony FX6 (CAM-001)')
  })
})

describe('warranties', () => {
  it('follow their documents by events, as free time', async () => {
    const [document] = (await one.studio.api.get(`/documents?gear_id=${camera.id}`)).items() as [Item]
    expect(eventIn(ends, document)).toMatchObject({
      start: { date: dayOf(30) },
      end: { date: dayOf(31) },
      transparency: 'transparent',
    })
    await one.studio.api.patch(`/gear/${camera.id}`, { updates: { warranty_expires_on: dayOf(40) } })
    await one.deliverEvents()
    await until('it has moved', async () => eventIn(ends, document).start.date === dayOf(40))
    const insurance = {
      type: 'insurance',
      title: 'Studio liability',
      expires_on: dayOf(50),
      reference_number: 'POL-99',
      provider: 'Allianz',
    }
    const created = await one.studio.settings.post('/documents', insurance)
    await one.deliverEvents()
    await until('it is shown', async () => shownIn(ends).length === 2)
    expect(eventIn(ends, created.item()).summary).toBe('Insurance ends: Studio liability')
    expect(JSON.stringify(ends.events())).not.toMatch(/POL-99|Allianz/)
    await one.studio.api.patch(`/gear/${camera.id}`, { updates: { status: 'retired' } })
    await one.push('ends', ends.id)
    expect(shownIn(ends).map(({ summary }) => summary)).toEqual(['Insurance ends: Studio liability'])
    await one.studio.api.patch(`/gear/${camera.id}`, { updates: { status: 'available' } })
    await one.push('ends', ends.id)
    expect(shownIn(ends)).toHaveLength(2)
  })

  it('are in the calendar once after the worker has lost its state', async () => {
    const ids = shownIn(ends).map(({ id }) => id)
    for (const table of ['google_event', 'google_push', 'calendar_shoot', 'calendar_read'])
      await one.studio.stateSql(`delete from ${table}`)
    await one.push('ends', ends.id)
    expect(shownIn(ends).map(({ id }) => id)).toEqual(ids)
  })
})

it('a calendar that shows something else has the events of that, and no others', async () => {
  await create({ service_date: dayOf(60) })
  await pushService()
  one.studio.configure(configOf().replace('- { id: team,', '- { id: team, shows: maintenance,'))
  await one.push()
  expect(new Set(one.shown().map(({ id }) => id))).toEqual(new Set(shownIn(service).map(({ id }) => id)))
  one.studio.configure(configOf())
  await one.push()
  expect(one.shown().map(({ summary }) => summary)).toEqual(['Lookbook'])
})

it('a key without a scope is a problem of the calendars concerned, and the others are written', async () => {
  const setScopes = (scopes: string): Promise<unknown> =>
    one.studio.apiSql(`update api_key set scopes = ? where kind = 'worker'`, scopes)
  const [{ scopes }] = (await one.studio.apiSql<{ scopes: string }>(
    `select scopes from api_key where kind = 'worker'`,
  )) as [{ scopes: string }]
  await setScopes(scopes.replace('maintenance:read ', ''))
  await one.studio.server.stop()
  await one.studio.restartServer()
  const problems = async () =>
    (await one.studio.sync.client.call(listProblems)).body.data.filter(({ code }) => code.startsWith('calendar'))
  const beside = await one.createShoot({ title: 'Beside' })
  await create()
  await one.deliverEvents()
  await until('it is a problem', async () => (await problems()).length > 0)
  expect(await problems()).toEqual([
    expect.objectContaining({
      code: 'calendar_unreadable',
      title: 'The calendar service cannot show maintenance dates',
    }),
  ])
  expect((await problems())[0]?.detail).toContain('maintenance:read')
  await one.push()
  expect(one.event(beside).summary).toBe('Beside')
  await setScopes(scopes)
  await one.studio.server.stop()
  await one.studio.restartServer()
  await pushService()
  await until('it is over', async () => (await problems()).length === 0)
})
