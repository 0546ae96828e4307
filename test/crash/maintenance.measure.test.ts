import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { measure } from '../support/measure.ts'
import { canMeasureMemory, readPeakMb } from '../support/peakMemory.ts'
import { openMaintainedStudio } from '../worker/support/maintainedStudio.ts'

const ITEM_COUNT = fullOrSmall(20_000, 4000)
const MAX_DAILY_MS = 10_000
const MAX_PEAK_MB = 550

it(`${ITEM_COUNT} items with nothing due: the daily run is fast and needs little memory`, async () => {
  const limits = { dailyMs: MAX_DAILY_MS, ...(canMeasureMemory && { peakMb: MAX_PEAK_MB }) }
  const missed = await measure(`${ITEM_COUNT} items, nothing due`, limits, async () => {
    await using maintained = await openMaintainedStudio()
    const { studio, days } = maintained
    await maintained.make(ITEM_COUNT, { gear_type: 'lens', purchase_date: '2030-11-01' })
    const startedAtMs = performance.now()
    expect(await days.runDay('2030-11-20')).toMatchObject({ planMaintenance: { made: 0, found: 0, done: 0 } })
    const dailyMs = performance.now() - startedAtMs
    return { dailyMs, ...(canMeasureMemory && { peakMb: readPeakMb(studio.worker.pid) }) }
  })
  expect(missed).toEqual([])
})
