import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Item } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { createSeededRandom } from '../support/random.ts'
import { until } from '../support/wait.ts'
import { dayOf, openPushStudio, type PushStudio } from '../calendars/google/support.ts'

// Shoots are created, moved, cancelled, restored and deleted in random order, while Google fails and the worker is
// killed.

const SHOOTS = fullOrSmall(500, 50)
const ROUNDS = fullOrSmall(12, 4)
const KILLS = fullOrSmall(6, 2)

const seed = Math.floor(Math.random() * 2 ** 31)
const random = createSeededRandom(seed)
const pick = (count: number): number => Math.floor(random.next() * count)

let one: PushStudio
beforeAll(async () => {
  one = await openPushStudio({ ownProcess: 'worker' })
})
afterAll(() => one[Symbol.asyncDispose]())

const titleOf = (): string => `Shoot ${pick(1e9)}`
/** Never in the hour in which the clocks change. */
const timeOf = (): string | null =>
  pick(4) === 0 ? null : `${String(4 + pick(19)).padStart(2, '0')}:${pick(2) === 0 ? '00' : '30'}`
const placed = (): Record<string, unknown> => ({
  title: titleOf(),
  shoot_date: dayOf(pick(390) - 80),
  shoot_time: timeOf(),
  location: `Place ${pick(9)}`,
})

type Shoot = Item & { title: string; location: string; shoot_date: string; shoot_time: string | null }

/** Shoots that exist, as the API answers them. */
const live = new Map<string, Shoot>()

async function changeOne(): Promise<void> {
  const shoots = [...live.values()]
  const shoot = shoots[pick(shoots.length)]
  if (!shoot) return
  const isCancelled = shoot.status === 'cancelled'
  const kind = pick(4)
  if (kind === 0) {
    await one.deleteShoot(shoot)
    live.delete(shoot.id)
    return
  }
  const updates = kind === 1 ? { status: isCancelled ? 'planning' : 'cancelled' } : placed()
  await one.patchShoot(shoot, updates)
  live.set(shoot.id, (await one.studio.api.get(`/shoots/${shoot.id}`)).item() as Shoot)
}

/** What the calendar must show, computed from the inventory alone. */
const expected = (): string[] =>
  [...live.values()]
    .filter(({ status }) => status !== 'cancelled')
    .map(
      ({ title, location, shoot_date: day, shoot_time: time }) =>
        `${title} ${location} ${day}${time === null ? '' : `T${time}`}`,
    )
    .toSorted()

const shown = (): string[] =>
  one
    .shown()
    .map(({ summary, location, start }) => `${summary} ${location} ${start.date ?? start.dateTime?.slice(0, 16)}`)
    .toSorted()

/** How many entries the calendar shows too few or too many. */
function countDifferences(): number {
  const missing = expected()
  const extra = shown().filter((entry) => {
    const index = missing.indexOf(entry)
    if (index >= 0) missing.splice(index, 1)
    return index < 0
  })
  return missing.length + extra.length
}

/** Waits while differences become fewer: the quota is eight requests a second, and each shoot needs several. */
async function settle(): Promise<void> {
  for (let left = countDifferences(); left > 0;) {
    const before = left
    left = await until(`fewer than ${before} differences`, () => {
      const now = countDifferences()
      return now < before ? now : undefined
    })
  }
}

const METHODS = ['insert', 'patch', 'delete', 'list', 'get']
function fail(): void {
  const method = `calendar.events.${METHODS[pick(METHODS.length)]}`
  const faults = [
    { commitThen: 503 },
    { status: 503 },
    { status: 429 },
    { status: 403, reason: 'rateLimitExceeded' },
    { cut: true },
    { unauthorizedOnce: true },
  ] as const
  const fault = faults[pick(faults.length)]
  if (fault) one.google.faults.next(method, fault)
}

/** While the worker is dead, events are lost. */
const deliverEvents = (): Promise<void> => one.deliverEvents().catch(() => undefined)

async function work(): Promise<void> {
  for (let changes = 0; changes < SHOOTS / 2; changes++) {
    await changeOne()
    if (pick(10) === 0) fail()
    if (pick(20) === 0) await deliverEvents()
  }
  await deliverEvents()
}

it(
  `the calendar equals the inventory after ${SHOOTS} shoots, ${ROUNDS} rounds of changes, faults and ${KILLS} kills of the worker (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    for (let count = 0; count < SHOOTS; count++) {
      const shoot = await one.createShoot(placed())
      live.set(shoot.id, shoot as Shoot)
    }
    for (let round = 0; round < ROUNDS; round++) {
      const working = work()
      if (round < KILLS) {
        await until('something is written', async () => one.count('calendar.events.insert') > round)
        await one.studio.worker.kill()
        await working
        await one.studio.startWorker()
      } else await working
      one.google.faults.clear()
      await settle()
      expect(shown()).toEqual(expected())
    }
    // Each shoot has one event for good.
    const ids = one.calendar.events().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(one.calendar.events().filter(({ status }) => status !== 'cancelled')).toHaveLength(expected().length)
  },
)
