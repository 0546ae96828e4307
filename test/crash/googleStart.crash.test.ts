import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCpuSeconds } from '../../tools/bench/cpu.ts'
import { explainSource } from '../../contract/control/explain.ts'
import { isLongRun, longOnlySuffix } from '../support/counts.ts'
import { until } from '../support/wait.ts'
import { openGoogleStudio, type GoogleStudio } from './googleStudio.ts'

const PAIRS = 3
/** Of the CPU time of a whole start. Packages of Google that are loaded at the start need more. */
const MAX_MORE_SHARE = 0.25

let google: GoogleStudio
beforeAll(async () => {
  google = await openGoogleStudio()
})
afterAll(() => google[Symbol.asyncDispose]())

// The small run has the next test alone, which fails for the same packages and needs no measure.
it.skipIf(!isLongRun)(
  `a worker with a Google Sheet and a Google calendar needs hardly more CPU time until it is ready${longOnlySuffix}`,
  async () => {
    const { studio, withGoogle, withoutGoogle, restartWorker } = google
    const seconds = { plain: [] as number[], google: [] as number[] }
    for (let pair = 0; pair < PAIRS; pair++) {
      await restartWorker(withoutGoogle)
      seconds.plain.push(readCpuSeconds(studio.worker.pid))
      await restartWorker(withGoogle)
      seconds.google.push(readCpuSeconds(studio.worker.pid))
    }
    console.log(`CPU time until the worker is ready: ${JSON.stringify(seconds)} s`)
    expect(Math.min(...seconds.google)).toBeLessThanOrEqual((1 + MAX_MORE_SHARE) * Math.min(...seconds.plain))
  },
)

it('packages of Google are loaded by their first use only, so a studio without Google has none in its memory', async () => {
  const { studio, withGoogle, withoutGoogle, restartWorker } = google
  const report = { NODE_OPTIONS: `--import=${new URL('../support/reportGooglePackages.ts', import.meta.url).href}` }
  const explain = () => studio.sync.client.call(explainSource, { body: { source: 'main' } })
  studio.writeSheet('sheet.csv', 'Asset Tag,Type\nC-1,camera\n')
  await restartWorker(withoutGoogle, report)
  await explain()
  await studio.sync.syncAll('main')
  expect(studio.worker.errors()).not.toContain('loaded ')
  await restartWorker(withGoogle, report)
  await explain()
  await until('the package for sheets is loaded', () => studio.worker.errors().includes('@googleapis/sheets'))
})
