// @postgres
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readIcalJs, readNodeIcal, type ReadEvent } from './readers.ts'
import { openFeedStudio, type FeedStudio } from './feedStudio.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const CONFIG = `calendars:
  - id: team
    name: Shoots of the studio
    color: turquoise
    include: [client, notes]
    default_duration: 1h30m
  - id: clients
    statuses: [confirmed, completed]
`

let studio: FeedStudio
let team = ''
let clients = ''

beforeAll(async () => {
  studio = await openFeedStudio({ zone: 'Europe/Berlin', config: CONFIG, startsAt: '2026-03-02T11:00:00.500Z' })
  team = await studio.address('team')
  clients = await studio.address('clients')
})
afterAll(() => studio[Symbol.asyncDispose]())

const readEvent = async (path: string, id: string): Promise<ReadEvent | undefined> => {
  const text = await studio.text(path)
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  const parsedEvents = readIcalJs(text)
  expect(readNodeIcal(text)).toEqual(parsedEvents)
  return parsedEvents.find(({ uid }) => uid.startsWith(`${id}@`))
}

it('a feed answers 503 until shoots were read once, not an empty calendar', async () => {
  await studio.stopServer()
  const { status, headers } = await studio.ask(team)
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('30')
  await studio.startServer()
  expect(readIcalJs(await studio.text(team))).toEqual([])
})

it('a shoot is in the calendars of its status, with the details that each includes', async () => {
  const shoot = await studio.createShoot({ client_name: 'Ada', notes: 'Bring flags' })
  expect(await readEvent(team, shoot.id)).toEqual({
    uid: expect.stringMatching(new RegExp(`^${shoot.id}@[0-9a-f]{12}\\.kitroom$`)),
    start: '2026-04-10T08:00:00.000Z',
    end: '2026-04-10T09:30:00.000Z',
    status: 'TENTATIVE',
    sequence: 0,
    summary: 'Lookbook',
    location: 'Studio 1',
    description: 'Client: Ada\n\nBring flags',
  })
  expect(await readEvent(clients, shoot.id)).toBeUndefined()
  await studio.patch(shoot.id, { status: 'confirmed' })
  expect(await readEvent(team, shoot.id)).toMatchObject({ status: 'CONFIRMED', sequence: 1 })
  expect(await readEvent(clients, shoot.id)).toMatchObject({
    end: '2026-04-10T10:00:00.000Z',
    sequence: 1,
    description: null,
  })
  const text = await studio.text(team)
  for (const line of ['NAME:Shoots of the studio', 'COLOR:turquoise', 'METHOD:PUBLISH'])
    expect(text).toContain(`\r\n${line}\r\n`)
  expect(text.replaceAll('\r\n ', '')).toContain(`\r\nSOURCE;VALUE=URI:https://kitroom.example/studio${team}\r\n`)
})

it('a moved shoot keeps its UID and gets a higher sequence; a new title alone does not raise it', async () => {
  const shoot = await studio.createShoot({ title: 'Moved' })
  const eventBefore = await readEvent(team, shoot.id)
  await studio.patch(shoot.id, { shoot_date: '2026-05-01', shoot_time: null })
  expect(await readEvent(team, shoot.id)).toMatchObject({
    uid: eventBefore?.uid,
    sequence: 1,
    start: '2026-05-01',
    end: '2026-05-02',
  })
  await studio.patch(shoot.id, { title: 'Moved again' })
  expect(await readEvent(team, shoot.id)).toMatchObject({ sequence: 1, summary: 'Moved again' })
  await studio.patch(shoot.id, { locations: ['Roof', 'Yard'] })
  expect(await readEvent(team, shoot.id)).toMatchObject({
    sequence: 2,
    location: 'Roof',
    description: 'Places:\n1. Roof\n2. Yard',
  })
})

it('a shoot moved out of the window leaves the feed, and returns with a higher sequence', async () => {
  const shoot = await studio.createShoot({ title: 'Wanderer' })
  expect(await readEvent(team, shoot.id)).toMatchObject({ sequence: 0 })
  await studio.patch(shoot.id, { shoot_date: '2025-01-01' })
  expect(await readEvent(team, shoot.id)).toBeUndefined()
  await studio.patch(shoot.id, { shoot_date: '2026-04-10' })
  expect(await readEvent(team, shoot.id)).toMatchObject({ sequence: 2, status: 'TENTATIVE' })
})

it('the window is 90 days back and 400 ahead', async () => {
  const days = ['2025-12-01', '2025-12-02', '2027-04-06', '2027-04-07']
  const ids: string[] = []
  for (const shoot_date of days) ids.push((await studio.createShoot({ shoot_date })).id)
  const eventsInFeed = await Promise.all(ids.map((id) => readEvent(team, id)))
  expect(eventsInFeed.map((event) => event?.start.slice(0, 10))).toEqual([
    undefined,
    '2025-12-02',
    '2027-04-06',
    undefined,
  ])
})

it('cancelled and deleted shoots stay as cancelled for 90 days in the feeds that had shown them', async () => {
  const plannedShoot = await studio.createShoot({ title: 'Planned', shoot_date: '2026-06-01' })
  const [cancelledShoot, deletedShoot] = [
    await studio.createShoot({ title: 'Off', shoot_date: '2026-06-01' }),
    await studio.createShoot({ title: 'Gone', shoot_date: '2026-06-01' }),
  ]
  for (const { id } of [cancelledShoot, deletedShoot]) await studio.patch(id, { status: 'confirmed' })
  await studio.text(team)
  for (const { id } of [plannedShoot, cancelledShoot]) await studio.patch(id, { status: 'cancelled' })
  await studio.api.delete(`/shoots/${deletedShoot.id}`)
  const tombstone = { status: 'CANCELLED', sequence: 1, start: '2026-06-01T08:00:00.000Z' }
  expect(await readEvent(team, cancelledShoot.id)).toMatchObject({ ...tombstone, summary: 'Cancelled: Off' })
  expect(await readEvent(clients, cancelledShoot.id)).toMatchObject(tombstone)
  expect(await readEvent(clients, deletedShoot.id)).toMatchObject({ ...tombstone, summary: 'Cancelled: Gone' })
  expect(await readEvent(team, plannedShoot.id)).toMatchObject({ status: 'CANCELLED', sequence: 1 })
  expect(await readEvent(clients, plannedShoot.id)).toBeUndefined()
  studio.clock.move(89 * DAY_MS)
  expect(await readEvent(team, deletedShoot.id)).toMatchObject(tombstone)
  studio.clock.move(2 * DAY_MS)
  for (const { id } of [plannedShoot, cancelledShoot, deletedShoot]) expect(await readEvent(team, id)).toBeUndefined()
  // A cancelled shoot can be planned again. The row of a deleted one is removed.
  await studio.patch(cancelledShoot.id, { status: 'planning' })
  expect(await readEvent(team, cancelledShoot.id)).toMatchObject({ status: 'TENTATIVE', sequence: 2 })
  expect(await studio.stateSql(`select id from calendar_shoot where id = '${deletedShoot.id}'`)).toEqual([])
})

it('a new default_duration moves the ends of events, and raises their sequence', async () => {
  const shoot = await studio.createShoot({ title: 'Long', shoot_date: '2026-07-01' })
  const eventBefore = await readEvent(team, shoot.id)
  expect(eventBefore).toMatchObject({ sequence: 0, end: '2026-07-01T09:30:00.000Z' })
  studio.configure(CONFIG.replace('1h30m', '3h'))
  expect(await readEvent(team, shoot.id)).toMatchObject({ sequence: 1, end: '2026-07-01T11:00:00.000Z' })
  studio.configure(CONFIG)
  expect(await readEvent(team, shoot.id)).toMatchObject({ sequence: 2, end: '2026-07-01T09:30:00.000Z' })
})

it('a new studio time zone keeps the wall times', async () => {
  const [timed, allDay] = [
    await studio.createShoot({ shoot_date: '2026-07-01' }),
    await studio.createShoot({ shoot_date: '2026-07-01', shoot_time: null }),
  ]
  expect(await readEvent(clients, timed.id)).toBeUndefined()
  for (const { id } of [timed, allDay]) await studio.patch(id, { status: 'confirmed' })
  expect(await readEvent(clients, timed.id)).toMatchObject({ start: '2026-07-01T08:00:00.000Z', sequence: 1 })
  await studio.setTimeZone('America/New_York')
  expect(await readEvent(clients, timed.id)).toMatchObject({ start: '2026-07-01T14:00:00.000Z', sequence: 2 })
  expect(await readEvent(clients, allDay.id)).toMatchObject({ start: '2026-07-01', sequence: 1 })
  await studio.setTimeZone('Europe/Berlin')
})

it('a feed shows the last known shoots while the API is down', async () => {
  const textBefore = await studio.text(team)
  await studio.stopServer()
  expect(await studio.text(team)).toBe(textBefore)
  await studio.startServer()
  expect(await studio.text(team)).toBe(textBefore)
})

it('an exported file is the feed without its address, and is not made from stale shoots', async () => {
  const shoot = await studio.createShoot({ title: 'Exported', client_name: 'Ada', shoot_date: '2026-07-02' })
  const asTeam = await studio.exported('team')
  expect(asTeam).toContain(shoot.id)
  expect(asTeam).toBe(
    (await studio.text(team))
      .replaceAll('\r\n ', '\0')
      .replace(/SOURCE[^\r]*\r\n/, '')
      .replaceAll('\0', '\r\n '),
  )
  expect(await studio.exported()).not.toContain('Ada')
  await studio.stopServer()
  await expect(studio.exported('team')).rejects.toThrow('No answer')
  await studio.startServer()
})

it('an invalid settings file answers 503, and a removed calendar 404', async () => {
  studio.configure('calendars: [{ id: team, colour: red }]\n')
  expect((await studio.ask(team)).status).toBe(503)
  studio.configure('calendars: [{ id: clients }]\n')
  expect((await studio.ask(team)).status).toBe(404)
  studio.configure(CONFIG)
  expect((await studio.ask(team)).status).toBe(200)
})

it('wrong, old and malformed addresses have the same 404, and other methods 405', async () => {
  const wrongPath = `/calendars/${'A'.repeat(43)}.ics`
  const rotatedPath = await studio.address('team', true)
  const bodies = new Set<string>()
  for (const path of [wrongPath, team, '/calendars/x.ics', '/calendars/.ics', `${rotatedPath}x`, '/nothing']) {
    const { status, headers, bytes } = await studio.ask(path)
    const { request_id: _, instance: __, ...problem } = JSON.parse(bytes.toString()) as Record<string, unknown>
    bodies.add(JSON.stringify([status, problem, Object.keys(headers).toSorted((a, b) => a.localeCompare(b))]))
  }
  expect([...bodies]).toHaveLength(1)
  expect([...bodies][0]).toContain('404')
  expect((await studio.ask(rotatedPath)).status).toBe(200)
  for (const path of [wrongPath, rotatedPath]) {
    const { status, headers } = await studio.ask(path, {}, 'POST')
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' })
  }
  await expect(studio.address('team')).rejects.toThrow('has an address already')
  team = rotatedPath
})

it('only the hash of a token is stored', async () => {
  const rows = JSON.stringify(await studio.stateSql('select * from calendar_feed'))
  for (const path of [team, clients]) expect(rows).not.toContain(path.slice('/calendars/'.length, -'.ics'.length))
  expect(rows.match(/"token_sha256":"[0-9a-f]{64}"/g)).toHaveLength(2)
})
