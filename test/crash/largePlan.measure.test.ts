import { expect, it } from 'vitest'
import { watchMemory } from '../../tools/bench/memory.ts'
import { isLongRun, longOnlySuffix } from '../support/counts.ts'
import { measure } from '../support/measure.ts'
import { canMeasureMemory, noMemorySuffix } from '../support/peakMemory.ts'
import { planLargeSheet } from './largePlan.ts'

/** The largest sheet. */
const ROWS = Number(process.env['LARGE_PLAN_ROWS'] ?? 450_000)
const MAX_PEAK_MB = 700

it.skipIf(!isLongRun || !canMeasureMemory)(
  `${ROWS} rows are planned against as many items and bindings with at most ${MAX_PEAK_MB} MB${longOnlySuffix}${noMemorySuffix}`,
  { timeout: 3_600_000 },
  async () => {
    const missed = await measure(`${ROWS} rows`, { peakMb: MAX_PEAK_MB }, async () => {
      const figures: Record<string, number> = {}
      let peakMb = 0
      await planLargeSheet(ROWS, async (pid, what, job) => {
        // The worker and its parsing child.
        const memory = watchMemory(pid)
        const startedAtMs = performance.now()
        await job()
        memory.stop()
        figures[`${what}, seconds`] = (performance.now() - startedAtMs) / 1000
        peakMb = Math.max(peakMb, memory.peakMb())
      })
      return { ...figures, peakMb }
    })
    expect(missed).toEqual([])
  },
)
