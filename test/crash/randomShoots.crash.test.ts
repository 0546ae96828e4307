import { afterAll, beforeAll, expect, it } from 'vitest'
import { shootStatuses, type Shoot } from '../../contract/api/shoots.ts'
import { createSeededRandom, type Random } from '../support/random.ts'
import { openFeedStudio, type FeedStudio } from '../calendars/feedStudio.ts'
import { readIcalJs, type ReadEvent } from '../calendars/readers.ts'
import { fullOrSmall } from '../support/counts.ts'

const ROUNDS = fullOrSmall(80, 20)
const HOUR_MS = 60 * 60 * 1000
const DAYS = ['2026-03-28', '2026-03-29', '2026-06-10', '2026-10-25']
const FIRST_DAY = '2024-01-01'
const TIMES = [null, '00:30', '02:30', '10:00']
const LOCATIONS = [[], ['Studio 1'], ['Roof', 'Yard']]

let studio: FeedStudio
beforeAll(async () => {
  studio = await openFeedStudio({
    zone: 'Europe/Berlin',
    config: 'calendars: [{ id: all }]',
    startsAt: '2026-03-02T11:00:00.000Z',
  })
})
afterAll(() => studio[Symbol.asyncDispose]())

const all = async (): Promise<Shoot[]> => (await studio.api.get('/shoots?limit=200')).items() as unknown as Shoot[]

const changes: ((random: Random) => Record<string, unknown>)[] = [
  (random) => ({ shoot_date: random.chance(0.1) ? FIRST_DAY : random.pick(DAYS) }),
  (random) => ({ shoot_time: TIMES[random.int(TIMES.length)] ?? null }),
  (random) => ({ duration_minutes: 30 + random.int(3) * 30 }),
  (random) => ({ locations: random.pick(LOCATIONS).length === 0 ? null : random.pick(LOCATIONS.slice(1)) }),
  (random) => ({ status: random.pick(shootStatuses) }),
  (random) => ({ title: `Lookbook ${random.int(100)}` }),
  (random) => ({ notes: `Note ${random.int(100)}` }),
]

/** Creates, changes or deletes a shoot at random. A forbidden change of status has no effect. */
async function changeRandomly(random: Random): Promise<void> {
  const shoots = await all()
  const shoot = shoots[random.int(Math.max(1, shoots.length))]
  const probability = random.next()
  if (!shoot || shoots.length < 6 || probability < 0.1) await studio.createShoot({ shoot_date: random.pick(DAYS) })
  else if (probability < 0.2) await studio.api.delete(`/shoots/${shoot.id}`)
  else await studio.api.patch(`/shoots/${shoot.id}`, { updates: random.pick(changes)(random) })
}

const idOf = ({ uid }: ReadEvent): string => uid.slice(0, 36)
const contentOf = ({ start, end, location, status }: ReadEvent): string =>
  JSON.stringify([start, end, location, status])

/** Compares two reads of a feed by the rules that calendar programs rely on. @returns the violations */
function compare(
  eventsBefore: ReadonlyMap<string, ReadEvent>,
  now: ReadEvent[],
  shoots: ReadonlyMap<string, Shoot>,
): string[] {
  const events = new Map(now.map((event) => [idOf(event), event]))
  const violations: string[] = []
  for (const [id, shoot] of shoots)
    if (events.has(id) !== shoot.shoot_date >= '2025-12-02')
      violations.push(`${id} is listed or missing against its date`)
  for (const [id, event] of events) {
    const oldEvent = eventsBefore.get(id)
    const rise = event.sequence - (oldEvent?.sequence ?? event.sequence)
    if (rise < 0 || rise > 1) violations.push(`${id} rises by ${rise}`)
    if (oldEvent && contentOf(oldEvent) !== contentOf(event) && rise !== 1)
      violations.push(`${id} changes without a new sequence`)
    if (!shoots.has(id) && event.status !== 'CANCELLED') violations.push(`${id} is not in the inventory`)
    if (shoots.has(id) && (shoots.get(id)?.status === 'cancelled') !== (event.status === 'CANCELLED'))
      violations.push(`${id} is ${event.status}`)
  }
  for (const id of eventsBefore.keys())
    if (!shoots.has(id) && !events.has(id)) violations.push(`${id} has no tombstone`)
  return violations
}

it(`over ${ROUNDS} reads between random edits no sequence falls, each change raises one, and each deletion leaves a tombstone`, async () => {
  const random = createSeededRandom(2446)
  const path = await studio.address('all')
  let eventsBefore = new Map<string, ReadEvent>()
  const highest = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    for (let remaining = random.int(6); remaining > 0; remaining--) await changeRandomly(random)
    studio.clock.move(HOUR_MS)
    const now = readIcalJs(await studio.text(path))
    const shoots = new Map((await all()).map((shoot) => [shoot.id, shoot]))
    expect({ round, differences: compare(eventsBefore, now, shoots) }).toEqual({ round, differences: [] })
    for (const event of now) {
      expect(event.sequence).toBeGreaterThanOrEqual(highest.get(event.uid) ?? 0)
      highest.set(event.uid, event.sequence)
    }
    eventsBefore = new Map(now.map((event) => [idOf(event), event]))
  }
  expect(
    [...highest.values()].some((sequence) => sequence > ROUNDS / 16),
    'some event has changed often',
  ).toBe(true)
  expect([...eventsBefore.values()].some(({ status }) => status === 'CANCELLED')).toBe(true)
})
