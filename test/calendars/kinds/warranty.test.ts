import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CalendarFaultTable } from '../../../state/tables/calendarTables.ts'
import type { Item } from '../../support/api.ts'
import type { FeedStudio } from '../feedStudio.ts'
import { createCamera, openKindStudio, patch, pick, readEvents } from './support.ts'

const CONFIG = `calendars:
  - { id: team }
  - { id: ends, name: Warranties, shows: warranty }
  - { id: office, shows: warranty, include: [provider, notes] }
`
const DAY_MS = 24 * 60 * 60 * 1000

let studio: FeedStudio
let ends = ''
let office = ''
let team = ''

beforeAll(async () => {
  studio = await openKindStudio(CONFIG)
  ;[ends, office, team] = [await studio.address('ends'), await studio.address('office'), await studio.address('team')]
})
afterAll(() => studio[Symbol.asyncDispose]())

async function create(fields: Record<string, unknown> = {}): Promise<string> {
  const reply = await studio.settings.post('/documents', {
    type: 'insurance',
    title: 'Studio liability',
    expires_on: '2026-05-31',
    ...fields,
  })
  expect(reply).toHaveStatus(201)
  return reply.item().id
}
const change = async (id: string, updates: Record<string, unknown>): Promise<void> =>
  expect((await studio.settings.patch(`/documents/${id}`, { updates })).status).toBe(200)
const eventOf = async (id: string, path = ends) => (await readEvents(studio, path)).get(id)
const warrantyOf = async ({ id }: Item): Promise<string> => {
  const documents = (await studio.api.get(`/documents?gear_id=${id}`)).items()
  return documents[0]?.id ?? ''
}

it('the end of a warranty is a day of free time, and follows its item', async () => {
  const camera = await createCamera(studio, { warranty_expires_on: '2026-04-30', warranty_provider: 'Sony' })
  const id = await warrantyOf(camera)
  expect(await eventOf(id)).toMatchObject({
    summary: 'Warranty ends: Sony FX3 (CAM-001)',
    start: '2026-04-30',
    end: '2026-05-01',
    status: 'CONFIRMED',
  })
  expect(await studio.text(ends)).toContain('\r\nTRANSP:TRANSPARENT\r\n')
  await patch(studio, `/gear/${camera.id}`, { warranty_expires_on: '2026-10-31', model: 'FX6' })
  expect(pick(await eventOf(id))).toEqual([
    'Warranty ends: Sony FX6 (CAM-001)',
    '2026-10-31',
    '2026-11-01',
    'CONFIRMED',
    1,
  ])
})

it('an insurance without an item has its own title; other types and ends outside the window are not shown', async () => {
  const id = await create()
  expect((await eventOf(id))?.summary).toBe('Insurance ends: Studio liability')
  const others = [
    await create({ type: 'receipt', title: 'Invoice 7' }),
    await create({ expires_on: '2025-12-01' }),
    await create({ expires_on: '2027-04-07' }),
    await create({ expires_on: null }),
  ]
  for (const other of others) expect(await eventOf(other)).toBeUndefined()
  studio.configure(`${CONFIG}warranty: { types: [receipt] }\n`)
  expect({ summary: (await eventOf(others[0] ?? ''))?.summary, event: await eventOf(id) }).toEqual({
    summary: 'Receipt ends: Invoice 7',
    event: undefined,
  })
  studio.configure(CONFIG)
  await change(others[3] ?? '', { expires_on: '2026-08-01' })
  expect(pick(await eventOf(others[3] ?? ''))?.slice(1)).toEqual(['2026-08-01', '2026-08-02', 'CONFIRMED', 0])
})

it('provider and notes are shown only if they are included, and the reference number and the amount never', async () => {
  const id = await create({ provider: 'Allianz', notes: 'Call Ada', reference_number: 'POL-99', amount: 123.45 })
  expect((await eventOf(id))?.description).toBeNull()
  expect((await eventOf(id, office))?.description).toBe('Provider: Allianz\n\nCall Ada')
  for (const path of [ends, office]) expect(await studio.text(path)).not.toMatch(/POL-99|123[.,]45/)
  expect(await studio.text(ends)).not.toMatch(/Allianz|Ada/)
})

it('a deleted document, a removed end and a retired item cancel the event, and an end that returns revives it', async () => {
  const retired = await createCamera(studio, { asset_tag: 'CAM-002', warranty_expires_on: '2026-06-30' })
  const ids = [await create(), await create(), await warrantyOf(retired)]
  await studio.text(ends)
  expect((await studio.settings.delete(`/documents/${ids[0]}`)).status).toBe(200)
  await change(ids[1] ?? '', { expires_on: null })
  await patch(studio, `/gear/${retired.id}`, { status: 'retired' })
  const cancelled = [
    'Cancelled: Insurance ends: Studio liability',
    'Cancelled: Insurance ends: Studio liability',
    'Cancelled: Warranty ends: Sony FX3 (CAM-002)',
  ]
  for (const [index, summary] of cancelled.entries())
    expect(await eventOf(ids[index] ?? '')).toMatchObject({ summary, status: 'CANCELLED', sequence: 1 })
  await change(ids[1] ?? '', { expires_on: '2026-05-31' })
  await patch(studio, `/gear/${retired.id}`, { status: 'available' })
  for (const id of ids.slice(1)) expect(pick(await eventOf(id))?.slice(3)).toEqual(['CONFIRMED', 2])
})

it('the end of an item that was retired before the calendar was read was never shown, and is not now', async () => {
  const retired = await createCamera(studio, {
    asset_tag: 'CAM-003',
    warranty_expires_on: '2026-06-30',
    status: 'retired',
  })
  expect(await eventOf(await warrantyOf(retired))).toBeUndefined()
})

it('a key without a scope stops the calendars concerned and no others, until it has the scope', async () => {
  const before = [await studio.text(ends), await studio.text(team)]
  await studio.withoutScope('documents:read')
  const [shoot, id] = [await studio.createShoot({ title: 'Beside' }), await create()]
  expect(await studio.text(ends)).toBe(before[0])
  expect(await studio.text(team)).toContain(shoot.id)
  const [fault] = (await studio.stateSql('select * from calendar_fault')) as unknown as CalendarFaultTable[]
  expect(fault).toMatchObject({ kind: 'warranty', detail: expect.stringContaining('documents:read') })
  await expect(studio.exported('ends')).rejects.toThrow('insufficient_scope')
  await studio.withoutScope()
  expect(await studio.text(ends)).toContain(id)
  expect(await studio.stateSql('select * from calendar_fault')).toEqual([])
})

it('a feed that could never be read answers 503', async () => {
  await using own = await openKindStudio(CONFIG)
  const path = await own.address('ends')
  await own.withoutScope('gear:read')
  const { status, bytes } = await own.ask(path)
  expect({ status, bytes: bytes.toString() }).toEqual({
    status: 503,
    bytes: expect.stringContaining('The warranty ends could not be read yet'),
  })
})

// The last test: the clock does not go back, since the server's times never do.
it('a deleted document leaves the calendar after 90 days', async () => {
  const id = await create()
  await studio.text(ends)
  expect((await studio.settings.delete(`/documents/${id}`)).status).toBe(200)
  expect((await eventOf(id))?.status).toBe('CANCELLED')
  studio.clock.move(89 * DAY_MS)
  expect((await eventOf(id))?.status).toBe('CANCELLED')
  studio.clock.move(2 * DAY_MS)
  expect(await eventOf(id)).toBeUndefined()
})
