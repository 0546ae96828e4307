import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { measure } from '../support/measure.ts'
import { openGoogleStudio } from './googleStudio.ts'

const PAIRS = fullOrSmall(20, 4)
const MAX_SLOWER_MS = 150

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

it(`a worker with a Google Sheet and a Google calendar is ready at most ${MAX_SLOWER_MS} ms later`, async () => {
  await using google = await openGoogleStudio()
  const { withGoogle, withoutGoogle, restartWorker } = google
  const timeStart = async (setting: typeof withGoogle): Promise<number> => {
    const startedAtMs = performance.now()
    await restartWorker(setting)
    return performance.now() - startedAtMs
  }
  const missed = await measure('ready with Google', { slowerMs: MAX_SLOWER_MS }, async () => {
    const tookMs = { plain: [] as number[], google: [] as number[] }
    for (let pair = 0; pair < PAIRS; pair++) {
      tookMs.plain.push(await timeStart(withoutGoogle))
      tookMs.google.push(await timeStart(withGoogle))
    }
    return { plainMs: median(tookMs.plain), slowerMs: median(tookMs.google) - median(tookMs.plain) }
  })
  expect(missed).toEqual([])
})
