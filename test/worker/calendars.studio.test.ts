import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blocksOf, commandsOf, mask, blockInDocument, formatCommand } from '../calendars/document.ts'
import { readIcalJs, readNodeIcal, type ReadEvent } from '../calendars/readers.ts'
import { kitroomJson } from '../server/operator/support.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

// From docs/calendar.md: a calendar "team" with clients and notes, and a calendar "clients" of confirmed shoots.
const CONFIG = blocksOf('yaml')[0] ?? ''
const PUBLIC = 'https://kitroom.example'

let studio: Studio
const paths: string[] = []

const run = (args: readonly string[]): Promise<CommandResult> =>
  runCli(args, { KITROOM_DATA_DIR: studio.folder.dataDir, INIT_CWD: studio.folder.dataDir })
const calendar = (...args: string[]): Promise<CommandResult> => run(['calendar', ...args])
const feed = async (path: string): Promise<Response> =>
  fetch(String((await studio.worker.waitForLog('ready'))['ingress']) + path)
const feedText = async (path: string): Promise<string> => {
  const answer = await feed(path)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** Exports the shoots with the command line and parses the file with two libraries. */
async function exported(...flags: string[]): Promise<ReadEvent[]> {
  const file = join(studio.folder.dataDir, 'shoots.ics')
  const { code, err } = await calendar('export', '--out', file, ...flags)
  expect({ code, err }).toEqual({ code: 0, err: `Written: ${file}\n` })
  const text = readFileSync(file, 'utf8')
  const parsedEvents = readIcalJs(text)
  expect(readNodeIcal(text)).toEqual(parsedEvents)
  return parsedEvents
}

const sequenceOf = async (id: string): Promise<number | undefined> =>
  (await exported()).find(({ uid }) => uid.startsWith(id))?.sequence
const today = Temporal.Now.plainDateISO('UTC')
const dayOf = (days: number): string => today.add({ days }).toString()
const make = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const reply = await studio.api.post('/shoots', {
    title: 'Lookbook',
    client_name: 'Ada',
    shoot_date: dayOf(10),
    shoot_time: '10:00',
    ...fields,
  })
  return reply.item().id
}
const patch = (id: string, updates: Record<string, unknown>): Promise<unknown> =>
  studio.api.patch(`/shoots/${id}`, { updates })

beforeAll(async () => {
  const { address, namespace } = testTemporal()
  studio = await openStudio(
    { address, namespace },
    { config: CONFIG, ownProcess: 'worker', workerEnv: { KITROOM_PUBLIC_URL: `${PUBLIC}/` } },
  )
})
afterAll(() => studio[Symbol.asyncDispose]())

it('the commands of docs/calendar.md print what it shows (UPDATE_DOCS=1 writes it)', async () => {
  for (const [index, block] of blocksOf('console').entries()) {
    const parts: string[] = []
    for (const args of commandsOf(block)) {
      const { code, out, err } = await run(args)
      expect({ args, code }).toEqual({ args, code: 0 })
      parts.push(mask(formatCommand(args, out + err)))
    }
    expect(blockInDocument('console', index, parts.join(''))).toBe(parts.join(''))
  }
})

it('the shoots are exported to a file, lean or with the details of a calendar', async () => {
  const id = await make({ location: 'Studio 1' })
  const [event] = await exported()
  expect(event).toEqual({
    uid: expect.stringMatching(new RegExp(`^${id}@[0-9a-f]{12}\\.kitroom$`)),
    start: `${dayOf(10)}T10:00:00.000Z`,
    end: `${dayOf(10)}T12:00:00.000Z`,
    status: 'TENTATIVE',
    sequence: 0,
    summary: 'Lookbook',
    location: 'Studio 1',
    description: null,
  })
  expect(await exported('--calendar', 'team')).toEqual([{ ...event, description: 'Client: Ada' }])
  expect(await exported('--calendar', 'clients')).toEqual([])
  const unknownCalendarRun = await calendar('export', '--out', 'x.ics', '--calendar', 'teem')
  expect(unknownCalendarRun).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      'There is no calendar "teem" in kitroom.yaml. It has: team, clients. [unknown_calendar]',
    ),
  })
})

it('an address is shown once, can be rotated, and is never listed', async () => {
  const [shoot] = (await studio.api.get('/shoots')).items()
  await patch(String(shoot?.id), { status: 'confirmed' })
  const urlRun = await calendar('url', 'clients')
  expect(urlRun).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^https:\/\/kitroom\.example\/calendars\/[\w-]{43}\.ics\n$/),
  })
  expect(urlRun.err).toBe('Store the address: it is shown only once, and anyone who has it can read the calendar.\n')
  const firstPath = urlRun.out.trim().slice(PUBLIC.length)
  const secondUrlRun = await calendar('url', 'clients')
  expect(secondUrlRun).toMatchObject({
    code: 1,
    err: expect.stringContaining('kitroom calendar rotate clients [feed_has_address]'),
  })
  expect(readIcalJs(await feedText(firstPath))).toHaveLength(1)
  const { data } = (await kitroomJson(studio.folder.dataDir, ['calendar', 'rotate', 'clients'])) as {
    data: { id: string; url: string; address_since: string }
  }
  const secondPath = data.url.slice(PUBLIC.length)
  expect(data).toEqual({ id: 'clients', url: PUBLIC + secondPath, address_since: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect({
    firstPathStatus: (await feed(firstPath)).status,
    secondPathStatus: (await feed(secondPath)).status,
  }).toEqual({
    firstPathStatus: 404,
    secondPathStatus: 200,
  })
  paths.push(secondPath, firstPath)
  const calendarList = (await kitroomJson(studio.folder.dataDir, ['calendar', 'list'])) as {
    data: Record<string, unknown>[]
  }
  expect(calendarList.data).toEqual([
    expect.objectContaining({
      id: 'team',
      name: 'Studio',
      include: ['client', 'notes'],
      address_since: expect.any(String),
      last_fetched_at: null,
    }),
    {
      id: 'clients',
      name: 'clients',
      shows: 'shoots',
      types: null,
      statuses: ['confirmed', 'completed'],
      clients: null,
      places: null,
      hide_place: false,
      include: [],
      address_since: data.address_since,
      last_fetched_at: expect.any(String),
    },
  ])
  const { out } = await calendar('list')
  for (const path of paths) expect(out).not.toContain(path)
})

it('a revoked address is answered 404, also of a calendar that kitroom.yaml names no more', async () => {
  const urlOf = async (id: string): Promise<string> => (await calendar('url', id)).out.trim().slice(PUBLIC.length)
  studio.configure(`${CONFIG}  - { id: guests }\n`)
  const path = await urlOf('guests')
  paths.push(path)
  expect((await feed(path)).status).toBe(200)
  expect(await calendar('revoke', 'guests')).toMatchObject({ code: 0, err: 'The address no longer works.\n' })
  expect((await feed(path)).status).toBe(404)
  expect(await calendar('revoke', 'guests')).toMatchObject({ code: 0, err: 'The feed had no address.\n' })
  const again = await urlOf('guests')
  paths.push(again)
  studio.configure(CONFIG)
  expect(await kitroomJson(studio.folder.dataDir, ['calendar', 'revoke', 'guests'])).toEqual({
    data: { id: 'guests', revoked: true },
  })
  studio.configure(`${CONFIG}  - { id: guests }\n`)
  expect((await feed(again)).status).toBe(404)
  studio.configure(CONFIG)
  expect((await calendar('revoke', 'nobody')).err).toContain('[unknown_calendar]')
})

it('a killed worker keeps its sequence numbers and serves the same bytes', async () => {
  const id = await make({ title: 'Moved' })
  await sequenceOf(id)
  await patch(id, { shoot_time: '11:00' })
  expect(await sequenceOf(id)).toBe(1)
  const feedBefore = await feedText(paths[0] ?? '')
  await studio.worker.kill()
  await studio.startWorker()
  expect(await feedText(paths[0] ?? '')).toBe(feedBefore)
  await patch(id, { status: 'confirmed' })
  expect(await sequenceOf(id)).toBe(2)
})

it('the feed shows the last known shoots while the API is down, and no file is exported', async () => {
  const feedBefore = await feedText(paths[0] ?? '')
  await studio.server.stop()
  expect(await feedText(paths[0] ?? '')).toBe(feedBefore)
  const result = await calendar('export', '--out', join(studio.folder.dataDir, 'none.ics'))
  expect(result).toMatchObject({
    code: 1,
    err: expect.stringContaining('The API server cannot be reached. [api_unavailable]'),
  })
  expect(() => readFileSync(join(studio.folder.dataDir, 'none.ics'))).toThrow('ENOENT')
  await studio.restartServer()
})

it('calendars of maintenance and warranties are listed and exported beside those of shoots', async () => {
  studio.configure(
    `${CONFIG}  - { id: service, shows: maintenance, include: [provider] }\n  - { id: ends, shows: warranty }\n`,
  )
  const { data } = (await kitroomJson(studio.folder.dataDir, ['calendar', 'list'])) as {
    data: Record<string, unknown>[]
  }
  expect(data.map(({ id, shows, statuses, types }) => [id, shows, statuses, types])).toEqual([
    ['team', 'shoots', ['planning', 'confirmed', 'completed'], null],
    ['clients', 'shoots', ['confirmed', 'completed'], null],
    ['service', 'maintenance', ['scheduled', 'in_progress', 'completed'], null],
    ['ends', 'warranty', [], ['warranty', 'insurance']],
  ])
  const { out } = await calendar('list')
  expect(out).toMatch(/service {2}service {2}maintenance: scheduled in_progress completed {2}title day provider /)
  expect(out).toMatch(/ends {5}ends {5}warranty: warranty insurance {15,}title day /)
  const item = await studio.api.createItem({
    brand: 'Sony',
    model: 'FX3',
    asset_tag: 'CAM-001',
    warranty_expires_on: dayOf(20),
  })
  await studio.api.post('/maintenance', {
    item_type: 'camera',
    item_id: item.id,
    service_type: 'Repair',
    service_date: dayOf(10),
  })
  expect(await exported('--calendar', 'service')).toMatchObject([
    { summary: 'Repair: Sony FX3 (CAM-001)', start: dayOf(10), status: 'CONFIRMED' },
  ])
  expect(await exported('--calendar', 'ends')).toMatchObject([
    { summary: 'Warranty ends: Sony FX3 (CAM-001)', start: dayOf(20) },
  ])
})

it('a restore drops newer shoots, revives deleted ones, and raises the sequence numbers', async () => {
  const [keptShoot, revivedShoot, deletedShoot] = [
    await make({ title: 'Kept' }),
    await make({ title: 'Deleted after the backup' }),
    await make({ title: 'Deleted, unseen' }),
  ]
  expect(await exported()).toHaveLength(5)
  const [service] = await exported('--calendar', 'service')
  const [end] = await exported('--calendar', 'ends')
  expect({ serviceSequence: service?.sequence, endSequence: end?.sequence }).toEqual({
    serviceSequence: 0,
    endSequence: 0,
  })
  await studio.api.delete(`/shoots/${deletedShoot}`)
  await kitroomJson(studio.folder.dataDir, ['backup', '--out', join(studio.folder.dataDir, 'backup')])
  const lostShoot = await make({ title: 'Made after the backup' })
  await studio.api.delete(`/shoots/${revivedShoot}`)
  expect((await exported()).find(({ uid }) => uid.startsWith(revivedShoot))).toMatchObject({
    status: 'CANCELLED',
    sequence: 1,
  })
  await studio.server.stop()
  await kitroomJson(studio.folder.dataDir, [
    'restore',
    '--from',
    join(studio.folder.dataDir, 'backup'),
    '--only',
    'api',
    '--replace',
    '--yes',
  ])
  await studio.restartServer()
  const events = new Map((await exported()).map((event) => [event.uid.slice(0, 36), event]))
  expect(events.get(keptShoot)).toMatchObject({ status: 'TENTATIVE', sequence: 100 })
  expect(events.get(revivedShoot)).toMatchObject({ status: 'TENTATIVE', sequence: 102 })
  expect(events.get(deletedShoot)).toMatchObject({ status: 'CANCELLED', sequence: 101 })
  expect(events.has(lostShoot), 'nobody cancelled it').toBe(false)
  expect(await exported('--calendar', 'service')).toEqual([{ ...service, sequence: 100 }])
  expect(await exported('--calendar', 'service'), 'it is raised once').toEqual([{ ...service, sequence: 100 }])
  expect(await exported('--calendar', 'ends')).toEqual([{ ...end, sequence: 100 }])
})

it('no address is in the log or in the database', async () => {
  const tokens = paths.map((path) => path.slice('/calendars/'.length, -'.ics'.length))
  const storedText = JSON.stringify([
    studio.worker.log,
    studio.worker.errors(),
    await studio.stateSql('select * from calendar_feed'),
  ])
  for (const token of tokens) expect(storedText).not.toContain(token)
})
