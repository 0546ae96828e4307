import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Item } from '../../support/api.ts'
import type { FeedStudio } from '../feedStudio.ts'
import { createCamera, openKindStudio, patch, pick, readEvents } from './support.ts'

const CONFIG = `calendars:
  - { id: team }
  - { id: service, name: Maintenance, shows: maintenance }
  - { id: workshop, shows: maintenance, statuses: [scheduled, in_progress], include: [provider, notes] }
`
const DAY_MS = 24 * 60 * 60 * 1000

let studio: FeedStudio
let camera: Item
let service = ''
let workshop = ''
let team = ''

beforeAll(async () => {
  studio = await openKindStudio(CONFIG)
  camera = await createCamera(studio)
  ;[service, workshop, team] = [
    await studio.address('service'),
    await studio.address('workshop'),
    await studio.address('team'),
  ]
})
afterAll(() => studio[Symbol.asyncDispose]())

async function create(fields: Record<string, unknown> = {}): Promise<string> {
  const body = {
    item_type: 'camera',
    item_id: camera.id,
    service_type: 'Sensor cleaning',
    service_date: '2026-04-10',
    ...fields,
  }
  const reply = await studio.api.post('/maintenance', body)
  expect(reply).toHaveStatus(201)
  return reply.item().id
}
const change = (id: string, updates: Record<string, unknown>): Promise<void> =>
  patch(studio, `/maintenance/${id}`, updates)
const eventOf = async (id: string, path = service) => (await readEvents(studio, path)).get(id)

it('a maintenance record is a day of free time, and follows each change', async () => {
  const shoot = await studio.createShoot()
  const id = await create()
  expect(await eventOf(id)).toEqual({
    uid: expect.stringMatching(new RegExp(`^${id}@[0-9a-f]{12}\\.kitroom$`)) as string,
    start: '2026-04-10',
    end: '2026-04-11',
    status: 'CONFIRMED',
    sequence: 0,
    summary: 'Sensor cleaning: Sony FX3 (CAM-001)',
    location: null,
    description: null,
  })
  expect(await studio.text(service)).toContain('\r\nTRANSP:TRANSPARENT\r\n')
  await change(id, { service_date: '2026-04-12' })
  expect(pick(await eventOf(id))).toEqual([
    'Sensor cleaning: Sony FX3 (CAM-001)',
    '2026-04-12',
    '2026-04-13',
    'CONFIRMED',
    1,
  ])
  await change(id, { status: 'in_progress' })
  expect(pick(await eventOf(id))?.slice(3)).toEqual(['CONFIRMED', 2])
  await change(id, { status: 'completed' })
  expect(pick(await eventOf(id))).toEqual([
    'Done: Sensor cleaning: Sony FX3 (CAM-001)',
    '2026-04-12',
    '2026-04-13',
    'CONFIRMED',
    3,
  ])
  expect(await eventOf(id, workshop)).toBeUndefined()
  expect([...(await readEvents(studio, team)).keys()]).toEqual([shoot.id])
})

it('cancelled and deleted records stay as cancelled, and a scheduled one returns', async () => {
  const [cancelled, deleted] = [await create(), await create()]
  await studio.text(service)
  await change(cancelled, { status: 'cancelled' })
  expect((await studio.api.delete(`/maintenance/${deleted}`)).status).toBe(200)
  for (const id of [cancelled, deleted])
    expect(pick(await eventOf(id))).toEqual([
      'Cancelled: Sensor cleaning: Sony FX3 (CAM-001)',
      '2026-04-10',
      '2026-04-11',
      'CANCELLED',
      1,
    ])
  await change(cancelled, { status: 'scheduled' })
  expect(pick(await eventOf(cancelled))?.slice(3)).toEqual(['CONFIRMED', 2])
})

it('provider and notes are shown only if they are included, and the cost never', async () => {
  const id = await create({ service_provider: 'Lensworks', notes: 'Ask for Grace', cost: 123.45 })
  expect((await eventOf(id))?.description).toBeNull()
  expect((await eventOf(id, workshop))?.description).toBe('Provider: Lensworks\n\nAsk for Grace')
  for (const path of [service, workshop]) expect(await studio.text(path)).not.toMatch(/123[.,]45/)
  expect(await studio.text(service)).not.toMatch(/Lensworks|Grace/)
})

it('a renamed item renames its events, and an item with another tag too', async () => {
  const lens = await createCamera(studio, { model: 'A7', asset_tag: 'CAM-007' })
  const id = await create({ item_id: lens.id, service_date: '2026-05-01' })
  expect((await eventOf(id))?.summary).toBe('Sensor cleaning: Sony A7 (CAM-007)')
  studio.clock.move(60_000)
  await patch(studio, `/gear/${lens.id}`, { model: 'A7 IV' })
  expect(pick(await eventOf(id))).toEqual([
    'Sensor cleaning: Sony A7 IV (CAM-007)',
    '2026-05-01',
    '2026-05-02',
    'CONFIRMED',
    0,
  ])
  const event = (await studio.text(service)).split('BEGIN:VEVENT').find((text) => text.includes(id))
  expect(event).toContain('LAST-MODIFIED:20260302T1101')
  await patch(studio, `/gear/${lens.id}`, { asset_tag: null })
  expect((await eventOf(id))?.summary).toBe('Sensor cleaning: Sony A7 IV')
})

it('a deleted item cancels its events', async () => {
  const lens = await createCamera(studio, { asset_tag: 'CAM-008' })
  const id = await create({ item_id: lens.id })
  await studio.text(service)
  expect((await studio.api.delete(`/gear/${lens.id}`)).status).toBe(200)
  expect(pick(await eventOf(id))).toEqual([
    'Cancelled: Sensor cleaning: Sony FX3 (CAM-008)',
    '2026-04-10',
    '2026-04-11',
    'CANCELLED',
    1,
  ])
})

it('only what a calendar shows is read, and an unchanged inventory costs three small requests', async () => {
  const before = await studio.text(service)
  const calls = await studio.callsDuring(async () => expect(await studio.text(service)).toBe(before))
  expect(calls).toEqual(['getProfile', 'listGear', 'listMaintenance'])
  expect(await studio.callsDuring(() => studio.text(team))).toEqual(['getProfile', 'listShoots'])
  await patch(studio, `/gear/${camera.id}`, { notes: 'Dust' })
  const afterGear = await studio.callsDuring(async () => expect(await studio.text(service)).toBe(before))
  expect(new Set(afterGear)).toEqual(new Set(['getProfile', 'listGear', 'listMaintenance', 'getGear']))
  await create({ service_date: '2026-06-01' })
  expect(await studio.callsDuring(() => studio.text(service))).toEqual(['getProfile', 'listGear', 'listMaintenance'])
})

it('a file is the feed without its address', async () => {
  const withoutAddress = (text: string): string => text.replaceAll('\r\n ', '').replace(/SOURCE[^\r]*\r\n/, '')
  expect(withoutAddress(await studio.exported('service'))).toBe(withoutAddress(await studio.text(service)))
  expect(await studio.exported()).not.toContain('Sensor cleaning')
})

// The last test: the clock does not go back, since the server's times never do.
it('cancelled and deleted records leave the calendar after 90 days', async () => {
  const [cancelled, deleted] = [await create(), await create()]
  await studio.text(service)
  await change(cancelled, { status: 'cancelled' })
  expect((await studio.api.delete(`/maintenance/${deleted}`)).status).toBe(200)
  await studio.text(service)
  studio.clock.move(89 * DAY_MS)
  for (const id of [cancelled, deleted]) expect((await eventOf(id))?.status).toBe('CANCELLED')
  studio.clock.move(2 * DAY_MS)
  for (const id of [cancelled, deleted]) expect(await eventOf(id)).toBeUndefined()
  await change(cancelled, { status: 'scheduled' })
  expect((await eventOf(cancelled))?.status).toBe('CONFIRMED')
})
