import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { anyFreePort } from '../../local/ports.ts'
import { createSay } from '../../local/say.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { startTemporalServer } from '../../local/temporal/server.ts'
import { openState } from '../../state/open.ts'
import { releaseLease, acquireLease } from '../../state/leases.ts'
import { systemClock } from '../../platform/clock.ts'
import { testTemporal } from '../support/temporal.ts'
import { startProcess } from '../worker/support/process.ts'
import { openSchedules, until } from '../worker/support/schedules.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// Who keeps the schedules: one worker at a time, whatever dies.

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const config = (...sources: [id: string, schedule: string][]): string =>
  `sources:\n${sources.map(([id, schedule]) => `  - { id: ${id}, file: ${id}.csv, schedule: "${schedule}" }\n`).join('')}`

test('a lease has one holder until it runs out or is given back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-lease-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const url = `sqlite:${join(folder, 'worker.db')}`
  const [one, two] = [await openState(url, systemClock), await openState(url, systemClock)]
  open.push(
    () => one.close(),
    () => two.close(),
  )
  const take = (state: typeof one, holder: string, nowMs: number): Promise<boolean> =>
    state.write((tx) => acquireLease(tx, { name: 'schedules', holder, nowMs, forMs: 1000 }))
  const both = await Promise.all([take(one, 'a', 5000), take(two, 'b', 5000)])
  expect(both.filter(Boolean)).toHaveLength(1)
  const [holder, other] = both[0] ? ['a', 'b'] : ['b', 'a']
  expect(await take(two, other, 5999)).toBe(false)
  expect(await take(one, holder, 5999)).toBe(true)
  expect(await take(two, other, 6998)).toBe(false)
  expect(await take(two, other, 6999)).toBe(true)
  expect(await take(one, holder, 7000)).toBe(false)
  await one.write((tx) => releaseLease(tx, 'schedules', holder))
  expect(await take(one, holder, 7001), 'only the holder gives it back').toBe(false)
  await two.write((tx) => releaseLease(tx, 'schedules', other))
  expect(await take(one, holder, 7002)).toBe(true)
})

async function startSecondWorker(studio: Studio, configFile: string): Promise<void> {
  const worker = startProcess('worker/main.ts', { ...studio.environment(), KITROOM_CONFIG: configFile })
  open.push(() => worker.stop())
  await worker.said('ready')
}

test('of two workers on one database one keeps the schedules; when it is killed the other does', { timeout: 90_000 }, async () => {
  const studio = await openStudio(testTemporal(), { config: config(['main', '0 6 * * *']) })
  open.push(() => studio[Symbol.asyncDispose]())
  const schedules = await openSchedules(testTemporal(), studio)
  open.push(() => schedules[Symbol.asyncDispose]())
  await until('main has a schedule', () => schedules.find('main'))
  const keeper = () => studio.stateSql<{ holder: string }>("select holder from lease where name = 'schedules'")
  const before = await keeper()
  expect(before).toHaveLength(1)

  // The second has a file of its own: what it would do cannot be taken for what the first does.
  const file = join(studio.folder.dataDir, 'second.yaml')
  writeFileSync(file, config(['main', '0 6 * * *'], ['second', '0 7 * * *']))
  await startSecondWorker(studio, file)
  studio.configure(config(['main', '0 6 * * *'], ['first', '0 8 * * *']))
  await until('the first follows its file', () => schedules.find('first'))
  expect(await schedules.list()).not.toContain(schedules.id('second'))
  expect(await keeper()).toEqual(before)

  await studio.worker.kill()
  await until('the second takes over', () => schedules.find('second'), 40_000)
  await until('what the first knew goes', async () => (await schedules.find('first')) === undefined)
  await until('one of each', async () => (await schedules.list()).join() === [schedules.id('main'), schedules.id('second')].join())
  const made = (await schedules.find('main'))?.info
  expect(made?.lastUpdatedAt, 'the same schedule all along').toBeUndefined()
})

test(
  'a worker that starts while Temporal is away sets up its schedules when it is back, also with an empty database',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitroom-away-'))
    open.push(() => rmSync(folder, { recursive: true, force: true }))
    const [binary, port] = [await findTemporal(process.env, createSay()), await anyFreePort()]
    const start = (name: string) => startTemporalServer({ binary, port, namespace: 'default', databaseFile: join(folder, name), env: process.env })
    const temporal = { address: `127.0.0.1:${port}`, namespace: 'default' }
    let server = await start('one.db')
    open.push(() => server.stop())
    const studio = await openStudio(temporal, { config: config(['main', '0 6 * * *']) })
    open.push(() => studio[Symbol.asyncDispose]())
    const before = await openSchedules(temporal, studio)
    await until('main has a schedule', () => before.find('main'))
    await before[Symbol.asyncDispose]()

    await studio.worker.stop()
    await server.stop()
    const starting = studio.startWorker()
    await until('the worker waits', async () => studio.worker.log.some((line) => String(line['msg']).startsWith('Temporal at')))
    studio.configure(config(['main', '0 6 * * *'], ['second', '0 7 * * *']))
    server = await start('two.db')
    await starting
    const after = await openSchedules(temporal, studio)
    open.push(() => after[Symbol.asyncDispose]())
    await until('second has a schedule', () => after.find('second'))
    expect(await after.find('main')).toBeDefined()
  },
)
