import { afterAll, beforeAll, expect, it } from 'vitest'
import { forEachLimit } from '../../activities/shared/forEachLimit.ts'
import { createSeededRandom } from '../support/random.ts'
import type { Days } from '../worker/support/days.ts'
import { CONCURRENCY, openMaintainedStudio, type MaintainedStudio } from '../worker/support/maintainedStudio.ts'
import type { Studio } from '../worker/support/studio.ts'
import { fullOrSmall } from '../support/counts.ts'
import { until } from '../support/wait.ts'

const CAMERA_COUNT = fullOrSmall(1500, 100)
const DRONE_COUNT = fullOrSmall(1000, 120)
const KILL_COUNT = fullOrSmall(3, 1)
const random = createSeededRandom(41)

let maintained: MaintainedStudio
let studio: Studio
let days: Days

beforeAll(async () => {
  maintained = await openMaintainedStudio()
  ;({ studio, days } = maintained)
})
afterAll(() => maintained[Symbol.asyncDispose]())

const countInApi = async (text: string): Promise<number> => (await studio.apiSql<{ n: number }>(text))[0]?.n ?? 0

/** Executes the daily run, and kills the worker `kills` times while `countDone` grows to `all`. */
async function runDailyWithKills(
  day: string,
  countDone: () => Promise<number>,
  all: number,
  kills: number,
): Promise<unknown> {
  const runningDay = days.runDay(day)
  for (let kill = 1; kill <= kills; kill++) {
    const minDone = Math.floor(((kill - random.next()) / kills) * all * 0.6)
    await until('enough of the work is done', async () => (await countDone()) > minDone)
    await studio.worker.kill()
    expect(await countDone(), 'the kill happens before the work is complete').toBeLessThan(all)
    await studio.startWorker()
  }
  return runningDay
}

it('kill -9 while plans create records: each is created and recorded once', async () => {
  await maintained.make(CAMERA_COUNT, { gear_type: 'camera', purchase_date: '2030-05-31' })
  const countPlanned = (): Promise<number> => studio.countInState('planned_service')
  expect(await runDailyWithKills('2030-11-16', countPlanned, 2 * CAMERA_COUNT, KILL_COUNT)).toMatchObject({
    planMaintenance: { refused: 0, unavailable: 0 },
  })
  expect(await countPlanned()).toBe(2 * CAMERA_COUNT)
  expect(await countInApi('select count(*) as n from maintenance')).toBe(2 * CAMERA_COUNT)
  expect(await countInApi('select count(distinct gear_id) as n from maintenance')).toBe(CAMERA_COUNT)
  expect(await studio.countInState('(select distinct maintenance_id from planned_service) as records')).toBe(
    2 * CAMERA_COUNT,
  )
  expect(await days.runDay('2030-11-17')).toMatchObject({ planMaintenance: { made: 0, found: 0 } })
})

it('kill -9 while services set the status of gear: every item is in maintenance, then available again', async () => {
  const count = async (status: string): Promise<number> =>
    countInApi(`select count(*) as n from gear where gear_type = 'camera' and status = '${status}'`)
  const records = await studio.apiSql<{ id: string }>(
    `select id from maintenance where service_date = '2030-11-30' and record like '%Sensor%'`,
  )
  const moveAll = (status: string): Promise<void> =>
    forEachLimit(
      records,
      CONCURRENCY,
      async ({ id }) => void (await studio.api.patch(`/maintenance/${id}`, { updates: { status } })),
    )
  await moveAll('in_progress')
  await runDailyWithKills('2030-11-18', () => count('maintenance'), CAMERA_COUNT, 1)
  expect(await count('maintenance')).toBe(CAMERA_COUNT)
  await moveAll('completed')
  await runDailyWithKills('2030-11-19', () => count('available'), CAMERA_COUNT, 1)
  expect(await count('available')).toBe(CAMERA_COUNT)
  const events = await countInApi(`select count(*) as n from event where type = 'gear.updated'`)
  expect(events, 'each item changed twice').toBe(2 * CAMERA_COUNT)
  expect(await studio.countInState('service_hold')).toBe(0)
})

it('kill -9 while plans by use create records: each is created once, also by another day', async () => {
  await maintained.make(DRONE_COUNT, { gear_type: 'drone', flight_hours: 1 })
  await days.runDay('2030-11-19')
  const drones = await studio.apiSql<{ id: string }>(`select id from gear where gear_type = 'drone'`)
  await forEachLimit(
    drones,
    CONCURRENCY,
    async ({ id }) => void (await studio.api.patch(`/gear/${id}`, { updates: { flight_hours: 51 } })),
  )
  const countByUse = (): Promise<number> => studio.countInState(`planned_service where plan = 'rotors'`)
  await runDailyWithKills('2030-11-20', countByUse, DRONE_COUNT, KILL_COUNT)
  expect(await countByUse()).toBe(DRONE_COUNT)
  expect(await days.runDay('2030-11-21')).toMatchObject({ planMaintenance: { made: 0, found: 0 } })
  expect(await countInApi(`select count(*) as n from maintenance where record like '%Propellers%'`)).toBe(DRONE_COUNT)
  expect(
    await countInApi(`select count(distinct gear_id) as n from maintenance where record like '%Propellers%'`),
  ).toBe(DRONE_COUNT)
})
