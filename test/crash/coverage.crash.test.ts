import { expect, it } from 'vitest'
import { readCpuSeconds } from '../../tools/bench/cpu.ts'
import { fullOrSmall } from '../support/counts.ts'
import { until } from '../support/wait.ts'
import { ENDED_COUNT, INSIDE_COUNT, openCoveredInventory } from './coveredInventory.ts'

const ITEM_COUNT = fullOrSmall(20_000, 2500)
/** A daily run with nothing to do, compared with the sync that made its items. */
const MAX_DAILY_SHARE = 0.2

it(`${ITEM_COUNT} items with warranties need one workflow, one message and a short daily run`, async () => {
  await using inventory = await openCoveredInventory(ITEM_COUNT)
  const { countOf, openRuns, workerPid } = inventory
  const startSeconds = readCpuSeconds(workerPid)
  expect(await inventory.sync()).toEqual({ status: 'completed', results: { created: ITEM_COUNT } })
  expect(await countOf('coverage')).toBe(INSIDE_COUNT + ENDED_COUNT)
  expect(await countOf('(select distinct mail_id from reminder)'), 'the first sync is one message').toBe(1)
  await until('only one workflow is open', async () => (await openRuns()) === 1)
  const syncSeconds = readCpuSeconds(workerPid) - startSeconds
  expect(await inventory.runDaily('quiet')).toEqual({
    covers: INSIDE_COUNT + ENDED_COUNT,
    queued: 0,
    opened: 0,
  })
  const dailySeconds = readCpuSeconds(workerPid) - startSeconds - syncSeconds
  console.log(
    `${ITEM_COUNT} items: the worker's CPU time ${syncSeconds.toFixed(1)} s for the sync, ${dailySeconds.toFixed(1)} s for a quiet daily run`,
  )
  expect(dailySeconds).toBeLessThanOrEqual(MAX_DAILY_SHARE * syncSeconds)
  await until('the daily run left no workflow open', async () => (await openRuns()) === 1)
})
