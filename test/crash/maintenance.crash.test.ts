import { expect, it } from 'vitest'
import { readCpuSeconds } from '../../tools/bench/cpu.ts'
import { fullOrSmall } from '../support/counts.ts'
import { openMaintainedStudio } from '../worker/support/maintainedStudio.ts'

const ITEM_COUNT = fullOrSmall(20_000, 4000)
/** What the worker may spend on an item with nothing due, compared with the server's time to create it. */
const MAX_SHARE = 0.5

it(`${ITEM_COUNT} items with nothing due: the daily run makes nothing and needs little CPU time`, async () => {
  await using maintained = await openMaintainedStudio()
  const { studio, days } = maintained
  const serverStart = readCpuSeconds(studio.serverProcess.pid)
  await maintained.make(ITEM_COUNT, { gear_type: 'lens', purchase_date: '2030-11-01' })
  const createSeconds = readCpuSeconds(studio.serverProcess.pid) - serverStart
  const workerStart = readCpuSeconds(studio.worker.pid)
  const counts = await days.runDay('2030-11-20')
  const dailySeconds = readCpuSeconds(studio.worker.pid) - workerStart
  console.log(
    `${ITEM_COUNT} items: ${createSeconds.toFixed(1)} s of the server to create them, ${dailySeconds.toFixed(1)} s of the worker for a daily run`,
  )
  expect(counts).toMatchObject({
    planMaintenance: { made: 0, found: 0, done: 0 },
    followService: { set: 0, returned: 0 },
  })
  expect(dailySeconds).toBeLessThanOrEqual(MAX_SHARE * createSeconds)
})
