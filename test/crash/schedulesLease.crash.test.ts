import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findFreePort } from '../../local/ports.ts'
import { createProgressPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { startTemporalServer } from '../../local/temporal/server.ts'
import { openState } from '../../state/database/open.ts'
import { releaseLease, acquireLease } from '../../state/hosts/leases.ts'
import { systemClock } from '../../platform/clock.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { startProcess } from '../worker/support/process.ts'
import { openSchedules } from '../worker/support/schedules.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// One worker at a time maintains the schedules, even after a kill.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

const config = (...sources: [id: string, schedule: string][]): string =>
  `sources:\n${sources.map(([id, schedule]) => `  - { id: ${id}, file: ${id}.csv, schedule: "${schedule}" }\n`).join('')}`

it('a lease has one holder until it expires or is released', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-lease-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const url = `sqlite:${join(folder, 'worker.db')}`
  const [firstState, secondState] = [await openState(url, systemClock), await openState(url, systemClock)]
  closers.push(
    () => firstState.close(),
    () => secondState.close(),
  )
  const acquire = (state: typeof firstState, holder: string, nowMs: number): Promise<boolean> =>
    state.write((tx) => acquireLease(tx, { name: 'schedules', holder, nowMs, forMs: 1000 }))
  const acquired = await Promise.all([acquire(firstState, 'a', 5000), acquire(secondState, 'b', 5000)])
  expect(acquired.filter(Boolean)).toHaveLength(1)
  const [holder, otherHolder] = acquired[0] ? ['a', 'b'] : ['b', 'a']
  expect(await acquire(secondState, otherHolder, 5999)).toBe(false)
  expect(await acquire(firstState, holder, 5999)).toBe(true)
  expect(await acquire(secondState, otherHolder, 6998)).toBe(false)
  expect(await acquire(secondState, otherHolder, 6999)).toBe(true)
  expect(await acquire(firstState, holder, 7000)).toBe(false)
  await firstState.write((tx) => releaseLease(tx, 'schedules', holder))
  expect(await acquire(firstState, holder, 7001), 'only the holder releases it').toBe(false)
  await secondState.write((tx) => releaseLease(tx, 'schedules', otherHolder))
  expect(await acquire(firstState, holder, 7002)).toBe(true)
})

async function startSecondWorker(studio: Studio): Promise<void> {
  const worker = startProcess('worker/main.ts', studio.environment())
  closers.push(() => worker.stop())
  await worker.waitForLog('ready')
}

it('one of two workers on one database maintains the schedules; when it is killed, the other takes over', async () => {
  const studio = await openStudio(testTemporal(), { ownProcess: 'worker', config: config(['main', '0 6 * * *']) })
  closers.push(() => studio[Symbol.asyncDispose]())
  const schedules = await openSchedules(testTemporal(), studio)
  closers.push(() => schedules[Symbol.asyncDispose]())
  await until('main has a schedule', () => schedules.find('main'))
  const holders = () => studio.stateSql<{ holder: string }>("select holder from lease where name = 'schedules'")
  const holdersBefore = await holders()
  expect(holdersBefore).toHaveLength(1)

  await startSecondWorker(studio)
  studio.configure(config(['main', '0 6 * * *'], ['first', '0 8 * * *']))
  await until('the first follows the file', () => schedules.find('first'))
  expect(await holders()).toEqual(holdersBefore)

  await studio.worker.kill()
  studio.configure(config(['main', '0 6 * * *'], ['second', '0 7 * * *']))
  await until('the second takes over', () => schedules.find('second'))
  expect(await holders()).not.toEqual(holdersBefore)
  await until('the old schedule is deleted', async () => (await schedules.find('first')) === undefined)
  await until(
    'each schedule exists once',
    async () => (await schedules.list()).join() === [schedules.id('main'), schedules.id('second')].join(),
  )
  const scheduleInfo = (await schedules.find('main'))?.info
  expect(scheduleInfo?.lastUpdatedAt, 'the schedule was not updated').toBeUndefined()
})

it('a worker that starts while Temporal is away creates its schedules when Temporal is back, even with an empty database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-away-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const [binary, port] = [await findTemporal(process.env, createProgressPrinter()), await findFreePort()]
  const start = (name: string) =>
    startTemporalServer({ binary, port, namespace: 'default', databaseFile: join(folder, name), env: process.env })
  const temporal = { address: `127.0.0.1:${port}`, namespace: 'default' }
  let server = await start('one.db')
  closers.push(() => server.stop())
  const studio = await openStudio(temporal, { config: config(['main', '0 6 * * *']) })
  closers.push(() => studio[Symbol.asyncDispose]())
  const schedulesBefore = await openSchedules(temporal, studio)
  await until('main has a schedule', () => schedulesBefore.find('main'))
  await schedulesBefore[Symbol.asyncDispose]()

  await studio.worker.stop()
  await server.stop()
  const workerStart = studio.startWorker()
  await until('the worker waits', async () =>
    studio.worker.log.some((line) => String(line['msg']).startsWith('Temporal at')),
  )
  studio.configure(config(['main', '0 6 * * *'], ['second', '0 7 * * *']))
  server = await start('two.db')
  await workerStart
  const schedulesAfter = await openSchedules(temporal, studio)
  closers.push(() => schedulesAfter[Symbol.asyncDispose]())
  await until('second has a schedule', () => schedulesAfter.find('second'))
  expect(await schedulesAfter.find('main')).toBeDefined()
})
