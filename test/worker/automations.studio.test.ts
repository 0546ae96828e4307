import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import {
  listAutomations,
  pauseAutomation,
  resumeAutomation,
  runAutomation,
  type Automation,
} from '../../contract/control/automations.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

// What the worker does by itself: listed, started, paused and resumed.

let studio: Studio
const config = `sources:
  - { id: main, file: sheet.csv, schedule: '0 4 * * *', approve: auto }
  - { id: other, file: sheet.csv }
`

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config })
  studio.writeSheet('sheet.csv', csv(cameras(3)))
})
afterAll(() => studio[Symbol.asyncDispose]())

const list = async (): Promise<Automation[]> => (await studio.sync.client.call(listAutomations)).body.data
const find = async (id: string): Promise<Automation | undefined> => (await list()).find((one) => one.id === id)
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )

/** @param after the end of the one before, ISO 8601 */
async function waitForEvaluation(after: string | null): Promise<Automation> {
  const found: Automation[] = []
  await until('warranties are evaluated', async () => {
    const coverage = await find('coverage')
    if (coverage?.last_outcome !== 'completed' || (coverage.last_ended_at ?? '') <= (after ?? '')) return false
    return found.push(coverage) > 0
  })
  return found[0] as Automation
}

it('the list has the daily run, warranties and scheduled sources, with their next runs', async () => {
  await until('the schedules exist', async () => (await list()).filter(({ next_at: at }) => at !== null).length >= 2)
  expect((await list()).map(({ id, paused }) => [id, paused])).toEqual([
    ['daily', false],
    ['coverage', null],
    ['sync:main', false],
  ])
})

it('a run that is started now is listed with what it did', async () => {
  await studio.sync.client.call(runAutomation, { body: { id: 'sync:main' } })
  await until('the sync has ended', async () => (await find('sync:main'))?.last_ended_at != null)
  expect(await find('sync:main')).toMatchObject({ last_outcome: 'completed', counts: { created: 3 }, detail: null })
  await studio.sync.client.call(runAutomation, { body: { id: 'daily' } })
  await until('the daily run has ended', async () => (await find('daily'))?.last_ended_at != null)
  expect(await find('daily')).toMatchObject({
    last_outcome: 'completed',
    counts: { planMaintenance: {}, sendReminders: { sent: 0 } },
  })
  await studio.sync.client.call(runAutomation, { body: { id: 'coverage' } })
  const first = await waitForEvaluation('')
  await studio.sync.client.call(runAutomation, { body: { id: 'coverage' } })
  const second = await waitForEvaluation(first.last_ended_at)
  const times = [first.last_began_at, first.last_ended_at, second.last_began_at, second.last_ended_at].map((at) =>
    Date.parse(at ?? ''),
  )
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

it('a paused automation has no next run, and is run by hand all the same', async () => {
  const paused = await studio.sync.client.call(pauseAutomation, { body: { id: 'daily', note: 'Holidays' } })
  expect(paused.body.data).toMatchObject({ id: 'daily', paused: true, note: 'Holidays', next_at: null })
  expect(await studio.stateSql("select paused, note from schedule where source = ':daily'")).toEqual([
    { paused: 1, note: 'Holidays' },
  ])
  const before = (await find('daily'))?.last_ended_at
  await studio.sync.client.call(runAutomation, { body: { id: 'daily' } })
  await until(
    'it has run again',
    async () => (await find('daily'))?.last_ended_at !== before && (await find('daily'))?.last_outcome === 'completed',
  )
  const resumed = await studio.sync.client.call(resumeAutomation, { body: { id: 'daily' } })
  expect(resumed.body.data).toMatchObject({ paused: false, note: null, next_at: expect.any(String) })
})

it('what has no schedule, and what does not exist, is refused', async () => {
  expect(await codeOf(studio.sync.client.call(pauseAutomation, { body: { id: 'coverage' } }))).toBe('no_schedule')
  expect(await codeOf(studio.sync.client.call(runAutomation, { body: { id: 'sync:other' } }))).toBe('no_schedule')
  expect(await codeOf(studio.sync.client.call(runAutomation, { body: { id: 'sync:none' } }))).toBe('unknown_source')
  expect(await codeOf(studio.sync.client.call(runAutomation, { body: { id: 'shoots' } }))).toBe('invalid_request')
})
