import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explainSource } from '../../contract/control/explain.ts'
import { startGoogle, type FakeGoogle } from '../google/google.ts'
import { fullOrSmall } from '../support/counts.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

const PAIRS = fullOrSmall(20, 4)
const MAX_SLOWER_MS = 150
/** Of the whole start, on a machine that needs seconds for it. */
const MAX_SLOWER_SHARE = 0.1

let google: FakeGoogle
let studio: Studio
let withGoogle: { config: string; env: Record<string, string> }
const withoutGoogle = { config: 'sources:\n  - id: main\n    file: sheet.csv\n', env: {} }

beforeAll(async () => {
  google = await startGoogle()
  const key = google.addServiceAccount()
  const sharedWith = { [key.client_email]: 'writer' } as const
  const { id } = google.addSpreadsheet({
    title: 'Gear',
    sheets: [
      {
        title: 'Inventory',
        cells: [
          ['Asset Tag', 'Type'],
          ['C-1', 'camera'],
        ],
      },
    ],
    sharedWith,
  })
  const calendar = google.addCalendar({ summary: 'Studio', sharedWith })
  studio = await openStudio(testTemporal(), { ownProcess: 'worker', config: withoutGoogle.config })
  const keyFile = join(studio.folder.dataDir, 'key.json')
  writeFileSync(keyFile, JSON.stringify(key), { mode: 0o600 })
  withGoogle = {
    config: `sources:\n  - id: main\n    google_sheet: ${id}\ncalendars:\n  - id: team\n    google:\n      calendar: ${calendar.id}\n`,
    env: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: keyFile },
  }
}, 60_000)
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await google.stop()
})

/** Starts the worker anew. @returns milliseconds until it is ready */
async function restartWorker({ config, env }: typeof withGoogle): Promise<number> {
  await studio.worker.stop()
  studio.configure(config)
  const startedMs = performance.now()
  await studio.startWorker(env)
  return performance.now() - startedMs
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

it(`a worker with a Google Sheet and a Google calendar is ready at most ${MAX_SLOWER_MS} ms later`, async () => {
  const [plain, google] = [[] as number[], [] as number[]]
  for (let pair = 0; pair < PAIRS; pair++) {
    plain.push(await restartWorker(withoutGoogle))
    google.push(await restartWorker(withGoogle))
  }
  const slowerMs = median(google) - median(plain)
  console.log(`ready after ${median(plain).toFixed(0)} ms, with Google ${slowerMs.toFixed(0)} ms later (medians of ${PAIRS})`)
  expect(slowerMs).toBeLessThan(Math.max(MAX_SLOWER_MS, MAX_SLOWER_SHARE * median(plain)))
}, 300_000)

it('packages of Google are loaded by their first use only, so a studio without Google has none in its memory', async () => {
  const report = { NODE_OPTIONS: `--import=${new URL('../support/reportGooglePackages.ts', import.meta.url).href}` }
  const explain = () => studio.sync.client.call(explainSource, { body: { source: 'main' } })
  studio.writeSheet('sheet.csv', 'Asset Tag,Type\nC-1,camera\n')
  await restartWorker({ ...withoutGoogle, env: report })
  await explain()
  await studio.sync.syncAll('main')
  expect(studio.worker.errors()).not.toContain('loaded ')
  await restartWorker({ ...withGoogle, env: { ...withGoogle.env, ...report } })
  await explain()
  await expect.poll(() => studio.worker.errors()).toContain('@googleapis/sheets')
}, 60_000)
