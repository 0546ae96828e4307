import { afterAll, beforeAll, expect, test } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

const ROW_COUNT = 80
/** Below the write rate of the slowest machine, so that the limit is reached. */
const RATE_PER_SECOND = 8
let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { ownProcess: 'both', serverEnv: { KITROOM_RATE_LIMIT: 'on' }, workerRate: RATE_PER_SECOND })
})
afterAll(() => studio[Symbol.asyncDispose]())

test('a rate-limited sync waits as the API asks and loses no row', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(ROW_COUNT)))
  const run = await studio.sync.syncAll()
  expect([run.status, run.results]).toMatchObject(['completed', { created: ROW_COUNT }])
  expect((await studio.api.get('/gear?limit=1')).pagination().total).toBe(ROW_COUNT)
  await studio.server.stop()
  const limitedEntries = await studio.apiSql<{ entry: string }>('select entry from audit where status = 429')
  expect(limitedEntries.length).toBeGreaterThan(0)
  expect(limitedEntries.length).toBeLessThan(ROW_COUNT)
  const failedRuns = await studio.stateSql<{ failures_in_a_row: number }>('select failures_in_a_row from run')
  expect(failedRuns.every((row) => row.failures_in_a_row === 0)).toBe(true)
})
