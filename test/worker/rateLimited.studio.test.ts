import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi } from '../support/api.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'
import { pause } from '../support/wait.ts'

const ROW_COUNT = 80
/** Below the write rate of the slowest machine, so that the limit is reached. */
const RATE_PER_SECOND = 8
let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), {
    ownProcess: 'both',
    serverEnv: { KITROOM_RATE_LIMIT: 'on' },
    workerRate: RATE_PER_SECOND,
  })
})
afterAll(() => studio[Symbol.asyncDispose]())

/** Sends requests with the worker's key until the API has refused one and `isOver`. */
async function useUpLimit(isOver: () => boolean): Promise<void> {
  const ofWorker = createApi(studio.server.url, studio.environment()['KITROOM_API_KEY'] ?? '')
  for (let isRefused = false; !isRefused || !isOver();) {
    const replies = await Promise.all(Array.from({ length: 4 }, () => ofWorker.get('/profile')))
    isRefused ||= replies.some(({ status }) => status === 429)
  }
}

it('a run that is started while the limit is used up begins when requests are taken again', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(1)))
  await useUpLimit(() => true)
  let isOver = false
  const using = useUpLimit(() => isOver)
  const starting = studio.sync.start()
  await pause(1500, 'other programs use the limit up for a while')
  isOver = true
  await using
  const { run_id: runId } = await starting
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting' })
  await studio.sync.reject(runId)
})

it('a rate-limited sync waits as the API asks and loses no row', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(ROW_COUNT)))
  const run = await studio.sync.syncAll()
  expect({ status: run.status, results: run.results }).toMatchObject({
    status: 'completed',
    results: { created: ROW_COUNT },
  })
  expect((await studio.api.get('/gear?limit=1')).pagination().total).toBe(ROW_COUNT)
  await studio.server.stop()
  const limitedEntries = await studio.apiSql<{ entry: string }>('select entry from audit where status = 429')
  expect(limitedEntries.length).toBeGreaterThan(0)
  expect(limitedEntries.length).toBeLessThan(ROW_COUNT)
  const failedRuns = await studio.stateSql<{ failures_in_a_row: number }>('select failures_in_a_row from run')
  expect(failedRuns.every((row) => row.failures_in_a_row === 0)).toBe(true)
})
