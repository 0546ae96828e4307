// @postgres-long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/policies.ts'
import type { Counts } from '../../../activities/shared/automation.ts'
import type { EventBody } from '../../../contract/events.ts'
import { addDays, countDaysBetween } from '../../../platform/studioDay.ts'
import type { Item } from '../../support/api.ts'
import { fullOrSmall } from '../../support/counts.ts'
import { createSeededRandom, type Random } from '../../support/random.ts'
import {
  createDataFolder,
  fakeClock,
  startInProcessServer,
  type DataFolder,
  type InProcessServer,
} from '../../support/server.ts'
import { openPlannedStudio, type PlannedStudio } from './plannedStudio.ts'
import { addItem, makeRandomEdit, PLANS, type DayOfEdits } from './randomEdits.ts'

// The daily run reads few items. After each, reading all of them on a copy of the worker's state must find nothing.

const SEEDS_OF_EACH = fullOrSmall(25, 1)
const DAYS = fullOrSmall(90, 25)
const BEGIN = '2030-02-01'
const ZONES = ['UTC', 'America/New_York', 'Asia/Tokyo']

/** How events reach the worker. */
const DELIVERIES = ['all', 'none', 'silent days', 'some lost'] as const
type Delivery = (typeof DELIVERIES)[number]

let folder: DataFolder
let server: InProcessServer
const clock = fakeClock(Date.parse(`${BEGIN}T12:00:00Z`))

beforeAll(async () => {
  folder = createDataFolder()
  server = await startInProcessServer(folder.databaseFile, clock)
})
afterAll(async () => {
  await server.stop()
  folder[Symbol.dispose]()
})

const listAll = async ({ api }: PlannedStudio, path: string): Promise<Item[]> => {
  const items: Item[] = []
  for (let total = 1; items.length < total;) {
    const reply = await api.get(`${path}?limit=200&offset=${items.length}`)
    items.push(...reply.items())
    total = reply.pagination().total
    if (reply.items().length === 0) break
  }
  return items
}

const configOf = (plans: readonly string[]): string =>
  `maintenance:\n  plans:\n${plans.map((plan) => `    - ${plan}\n`).join('')}`

function shuffle<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}

/** Delivers events in any order, some of them twice. @returns true if one was lost */
async function deliverEvents(studio: PlannedStudio, delivery: Delivery, random: Random): Promise<boolean> {
  const events: EventBody[] = await studio.takeEvents()
  if (delivery === 'none' || (delivery === 'silent days' && random.chance(0.4))) return false
  const delivered = shuffle(random, events).filter(() => delivery !== 'some lost' || random.chance(0.9))
  for (const event of delivered) {
    await studio.deliver(event)
    if (random.chance(0.1)) await studio.deliver(event)
  }
  return delivered.length < events.length
}

interface Lived {
  boundedDays: number
  made: number
  requests: number
  lostDays: number
  /** What a run left undone; none is expected. */
  faults: string[]
}

/** What was left to do, where nothing should have been. */
const findFault = (about: string, { made, found, done, refused }: Counts): string[] =>
  made || found || done || refused ? [`${about}: ${JSON.stringify({ made, found, done, refused })}`] : []

async function liveDay(today: DayOfEdits): Promise<void> {
  const { random } = today
  if (random.chance(0.25)) return
  for (let edits = random.int(6); edits > 0; edits--) await makeRandomEdit(today)
}

async function live(delivery: Delivery, seed: number, place: string): Promise<Lived> {
  const random = createSeededRandom(seed)
  await using studio = await openPlannedStudio({
    url: server.url,
    dataDir: folder.dataDir,
    folder: place,
    clock,
    timezone: random.pick(ZONES),
  })
  studio.configure(configOf(PLANS))
  const deleted: string[] = []
  const lived: Lived = { boundedDays: 0, made: 0, requests: 0, lostDays: 0, faults: [] }
  let isLost = false
  for (let day = new Date(clock.nowMs()).toISOString().slice(0, 10), count = 0; count < DAYS; count++) {
    const today = {
      api: studio.api,
      random,
      day,
      gear: await listAll(studio, '/gear'),
      services: await listAll(studio, '/maintenance'),
      deleted,
    }
    if (count === 0) for (let items = 0; items < 14; items++) await addItem(today)
    await liveDay(today)
    if (random.chance(0.02)) studio.configure(configOf(shuffle(random, PLANS).slice(random.int(3))))
    if (random.chance(0.01)) await studio.settings.patch('/profile', { updates: { timezone: random.pick(ZONES) } })
    if (await deliverEvents(studio, delivery, random)) isLost = true
    const { counts, requests } = await studio.planDay(day)
    const readAllOn = (await studio.findFullReadDay()) ?? ''
    if (readAllOn === day) isLost = false
    else [lived.boundedDays, lived.requests] = [lived.boundedDays + 1, lived.requests + requests]
    lived.made += counts['made'] ?? 0
    const about = `${delivery}, seed ${seed}, day ${count} (${day}), all read on ${readAllOn}`
    if (countDaysBetween(readAllOn, day) >= 7) lived.faults.push(`${about}: a week ago`)
    if (isLost) lived.lostDays += 1
    else {
      lived.faults.push(...findFault(about, await studio.planAllOnCopy(day)))
      if (random.chance(0.1)) lived.faults.push(...findFault(`${about}, again`, (await studio.planDay(day)).counts))
    }
    const days = random.chance(0.05) ? 1 + random.int(12) : 1
    clock.move(days * DAY_MS)
    day = addDays(day, days)
  }
  return lived
}

it.each(DELIVERIES)(
  'a run that reads few items leaves nothing to a run that reads all, over random lives; events: %s',
  async (delivery) => {
    const total: Lived = { boundedDays: 0, made: 0, requests: 0, lostDays: 0, faults: [] }
    for (let number = 1; number <= SEEDS_OF_EACH; number++) {
      const place = mkdtempSync(join(tmpdir(), 'kitroom-bounded-'))
      try {
        const lived = await live(delivery, number + 1000 * DELIVERIES.indexOf(delivery), place)
        for (const name of ['boundedDays', 'made', 'requests', 'lostDays'] as const) total[name] += lived[name]
        total.faults.push(...lived.faults)
      } finally {
        rmSync(place, { recursive: true, force: true, maxRetries: 5 })
      }
    }
    console.log(`events ${delivery}: ${JSON.stringify(total)} in ${SEEDS_OF_EACH * DAYS} days`)
    expect(total.faults).toEqual([])
    expect(total.made).toBeGreaterThan(SEEDS_OF_EACH * DAYS)
    // Without events, each record that was made makes the next run read all items.
    expect(total.boundedDays).toBeGreaterThanOrEqual(delivery === 'none' ? 0 : SEEDS_OF_EACH * DAYS * 0.2)
    expect(total.lostDays > 0).toBe(delivery === 'some lost')
  },
)
