import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { accountPrefix, dailyScheduleId } from '../../contract/temporal.ts'
import { testTemporal } from '../support/temporal.ts'
import { startProcess } from './support/process.ts'
import { openSchedules } from './support/schedules.ts'
import { until } from '../support/wait.ts'
import { openStudio } from './support/studio.ts'

// Workers of one account share one database. The memo of the daily schedule names it.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

it('a second worker with another SQLite database refuses to start and says what to do', async () => {
  const studio = await openStudio(testTemporal())
  closers.push(() => studio[Symbol.asyncDispose]())
  const schedules = await openSchedules(testTemporal(), studio)
  closers.push(() => schedules[Symbol.asyncDispose]())
  const describe = () =>
    schedules.client.schedule.getHandle(dailyScheduleId(accountPrefix(studio.accountId))).describe()
  const memo = await until(
    'the daily schedule is made',
    async () => (await describe().catch(() => undefined))?.action.memo,
  )
  const [{ value: stateId } = { value: '' }] = await studio.stateSql<{ value: string }>(
    "select value from fact where name = 'state_id'",
  )
  expect(memo).toMatchObject({ stateId })

  const dataDir = mkdtempSync(join(tmpdir(), 'kitroom-second-'))
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const second = {
    ...studio.environment(),
    KITROOM_DATA_DIR: dataDir,
    KITROOM_WORKER_DATABASE_URL: `sqlite:${join(dataDir, 'worker.db')}`,
  }
  const refused = startProcess('worker/main.ts', second)
  expect(await refused.exited).toBe(1)
  expect(refused.errors()).toMatch(/another database: .*KITROOM_WORKER_DATABASE_URL.*KITROOM_REPLACED_STATE=/s)
  expect(refused.errors()).toContain(stateId)

  await studio.worker.stop()
  const replacing = startProcess('worker/main.ts', { ...second, KITROOM_REPLACED_STATE: stateId })
  closers.push(() => replacing.stop())
  await replacing.waitForLog('ready')
  expect((await describe()).action.memo?.['stateId']).not.toBe(stateId)
  const returning = startProcess('worker/main.ts', studio.environment())
  expect(await returning.exited, 'the replaced database is the other one now').toBe(1)
  await replacing.stop()
})
