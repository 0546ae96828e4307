import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProblems } from '../../../contract/control/problems.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import { writeKeyFile } from '../../google/keyFile.ts'
import { testTemporal } from '../../support/temporal.ts'
import { openSchedules, type Schedules } from '../../worker/support/schedules.ts'
import { until } from '../../support/wait.ts'
import { openStudio, type Studio } from '../../worker/support/studio.ts'

// A quota of Google is used up for hours.

const DRIVE = 'drive.files.get'
const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model']

let google: FakeGoogle
let studio: Studio
let schedules: Schedules

beforeAll(async () => {
  google = await startGoogle()
  const key = google.addServiceAccount('kitroom')
  const cells = [HEADER, ['C-1', 'camera', 'Sony', 'FX3']]
  const add = () =>
    google.addSpreadsheet({
      title: 'Gear',
      sheets: [{ title: 'Inventory', cells }],
      sharedWith: { [key.client_email]: 'reader' },
    }).id
  const toSource = (source: string): string =>
    `  - { id: ${source}, google_sheet: ${add()}, approve: auto, guard: { changes: 100 }, schedule: "0 6 1 1 *" }\n`
  studio = await openStudio(testTemporal(), {
    config: `reminders: { channels: [{ id: log, type: log }] }\nsources:\n${toSource('a-paused')}${toSource('main')}`,
    workerEnv: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: writeKeyFile(key) },
  })
  schedules = await openSchedules(testTemporal(), studio)
  await until('the schedule is there', async () => (await schedules.find('main')) !== undefined)
})
afterAll(async () => {
  await schedules[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await google.stop()
})

const countCalls = (): number => google.calls.filter(({ method }) => method === DRIVE).length
const problems = async () => (await studio.sync.client.call(listProblems)).body.data
const listRuns = () =>
  studio.stateSql<{ run_id: string; status: string }>('select run_id, status from run order by run_id')
/** Moves the end of the last run back by an hour. */
const passAnHour = () =>
  studio.stateSql('update run set finished_at = ?', new Date(Date.now() - 3_600_000).toISOString())

async function followNext(runsBefore: number): ReturnType<Studio['sync']['follow']> {
  const runId = await until('the schedule starts a run', async () => (await listRuns())[runsBefore]?.run_id)
  return studio.sync.follow(runId)
}

it('a run asks once, and ends with the reason and when it goes on', async () => {
  google.faults.next(DRIVE, { status: 403, reason: 'dailyLimitExceeded' })
  const run = await studio.sync.follow((await studio.sync.start({ source: 'main' })).run_id)
  expect({ status: run.status, reason: run.reason }).toMatchObject({
    status: 'failed',
    reason: { code: 'google_quota_exceeded', detail: expect.stringMatching(/used up .*every hour/) as string },
  })
  expect(countCalls()).toBe(1)
  await passAnHour()
})

it('a scheduled run is repeated every hour, and reported once', async () => {
  google.faults.next(DRIVE, { status: 403, reason: 'dailyLimitExceeded' }, 2)
  const { runId } = await schedules.trigger('main')
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'failed' })
  await until('it is a problem', async () => (await problems())[0]?.code === 'sync_failed')
  expect((await problems())[0]?.detail).toMatch(/used up .*every hour.* \[google_quota_exceeded\]/)
  // The run of the person, an hour ago, was not repeated.
  expect(await listRuns()).toHaveLength(2)
  await passAnHour()
  expect(await followNext(2)).toMatchObject({ status: 'failed' })
  expect(countCalls()).toBe(3)
  await passAnHour()
  expect(await followNext(3)).toMatchObject({ status: 'completed', results: { created: 1 } })
  await until('it is over', async () => (await problems()).length === 0)
  expect(await studio.stateSql('select code from problem')).toEqual([{ code: 'sync_failed' }])
  // One message when it began, one when it was over.
  expect(await studio.stateSql("select step from reminder where kind = 'problem' order by step")).toEqual([
    { step: -1 },
    { step: 0 },
  ])
  expect(await listRuns()).toHaveLength(4)
})

it('a paused schedule is not triggered', async () => {
  google.faults.next(DRIVE, { status: 403, reason: 'quotaExceeded' }, 2)
  for (const source of ['a-paused', 'main'])
    expect(await studio.sync.follow((await schedules.trigger(source)).runId)).toMatchObject({ status: 'failed' })
  await studio.stateSql("update schedule set paused = 1 where source = 'a-paused'")
  await passAnHour()
  // The other one is triggered first, if it is.
  expect(await followNext(6)).toMatchObject({ source: 'main', status: 'completed' })
  expect(await listRuns()).toHaveLength(7)
})
