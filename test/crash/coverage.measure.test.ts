import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { measure } from '../support/measure.ts'
import { canMeasureMemory, readPeakMb } from '../support/peakMemory.ts'
import { openCoveredInventory } from './coveredInventory.ts'

const ITEM_COUNT = fullOrSmall(20_000, 5000)
const MAX_DAILY_MS = 10_000
const MAX_PEAK_MB = 550

it(`${ITEM_COUNT} items with warranties need a short daily run and bounded memory`, async () => {
  const limits = { dailyMs: MAX_DAILY_MS, ...(canMeasureMemory && { peakMb: MAX_PEAK_MB }) }
  const missed = await measure(`${ITEM_COUNT} items with warranties`, limits, async () => {
    await using inventory = await openCoveredInventory(ITEM_COUNT)
    const startedAtMs = performance.now()
    await inventory.sync()
    const settledAtMs = performance.now()
    expect(await inventory.runDaily('quiet')).toMatchObject({ queued: 0, opened: 0 })
    const dailyMs = performance.now() - settledAtMs
    return {
      settledMs: settledAtMs - startedAtMs,
      dailyMs,
      ...(canMeasureMemory && { peakMb: readPeakMb(inventory.workerPid) }),
    }
  })
  expect(missed).toEqual([])
})
