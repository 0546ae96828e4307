import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSources } from '../../contract/control/control.ts'
import { listProblems, type ProblemInfo } from '../../contract/control/problems.ts'
import { adoptWorkerSettings, getWorkerSettings, type WorkerSettings } from '../../contract/control/workerSettings.ts'
import { runSql } from '../support/database.ts'
import { inStateSchema } from '../support/stateUrl.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { startSecondHost, type SecondHost } from './support/secondHost.ts'
import { openStudio, type Studio } from './support/studio.ts'
import type { Sync } from './support/sync.ts'

// Two hosts, each with a kitroom.yaml of its own, share one state on PostgreSQL, which has the text in force.

let url = ''
let studio: Studio
let second: SecondHost

const withSources = (...ids: string[]): string =>
  `sources:\n${ids.map((id) => `  - { id: ${id}, file: ${id}.csv }\n`).join('')}`
const read = async (sync: Sync): Promise<WorkerSettings> => (await sync.client.call(getWorkerSettings)).body.data
const sourcesOf = async (sync: Sync): Promise<string[]> =>
  (await sync.client.call(listSources)).body.data.map(({ source }) => source)
/** What kitroom.yaml is on the first host and on the second. */
const files = async (): Promise<(string | undefined)[]> => {
  const { hosts } = await read(studio.sync)
  return [true, false].map((answers) => hosts.find((host) => host.answers === answers)?.file)
}
const untilFiles = (first: string, other: string): Promise<unknown> =>
  until(`files are ${first} and ${other}`, async () => (await files()).join() === `${first},${other}`)
const problems = async (): Promise<ProblemInfo[]> => (await second.sync.client.call(listProblems)).body.data
/** The end of a problem goes to those alone to whom its beginning was sent. */
const messages = async (): Promise<string[]> =>
  (
    await runSql<{ payload: string }>(
      inStateSchema(url),
      "select payload from reminder where kind = 'problem' and state = 'sent'",
    )
  ).map(({ payload }) => (JSON.parse(payload) as { title: string }).title)

beforeAll(async () => {
  if (!hasPostgres) return
  url = await emptyDatabaseUrl()
  studio = await openStudio(testTemporal(), {
    config: withSources('main'),
    ownProcess: 'worker',
    workerEnv: { KITROOM_WORKER_DATABASE_URL: url },
  })
  second = await startSecondHost(studio)
})
afterAll(async () => {
  await second?.[Symbol.asyncDispose]()
  await studio?.[Symbol.asyncDispose]()
})

it.skipIf(!hasPostgres)(
  `a host without a file uses the settings in force, and an edit takes effect on both${withoutPostgres}`,
  async () => {
    expect(await files()).toEqual(['current', 'missing'])
    expect(await sourcesOf(second.sync)).toEqual(['main'])
    studio.configure(withSources('main', 'two'))
    expect(await sourcesOf(studio.sync), 'the host of the edit waits for it').toEqual(['main', 'two'])
    expect(await sourcesOf(second.sync)).toEqual(['main', 'two'])
    second.configure(withSources('main', 'two'))
    await untilFiles('current', 'current')
    expect(await problems()).toEqual([])
  },
)

it.skipIf(!hasPostgres)(
  `an outdated file is not used and logged as a warning; its next edit is adopted${withoutPostgres}`,
  async () => {
    studio.configure(withSources('main', 'three'))
    await untilFiles('current', 'outdated')
    expect(await sourcesOf(second.sync)).toEqual(['main', 'three'])
    const warning = await until('the second host warns', async () =>
      second.worker.log.find(({ msg }) => String(msg).includes('is outdated and not used')),
    )
    expect(warning['level']).toBe(40)
    second.configure(withSources('main', 'four'))
    expect(await sourcesOf(second.sync)).toEqual(['main', 'four'])
    await untilFiles('outdated', 'current')
    expect(await sourcesOf(studio.sync)).toEqual(['main', 'four'])
  },
)

it.skipIf(!hasPostgres)(
  `files that are changed differently are not adopted and reported once, until a person decides${withoutPostgres}`,
  async () => {
    const before = (await read(studio.sync)).in_force
    studio.configure(withSources('main', 'mine'))
    second.configure(withSources('main', 'theirs'))
    await untilFiles('conflict', 'conflict')
    expect(await sourcesOf(studio.sync)).toEqual(['main', 'four'])
    expect(await sourcesOf(second.sync)).toEqual(['main', 'four'])
    expect((await read(studio.sync)).in_force).toEqual(before)
    const problem = await until('it is a problem', async () => (await problems())[0])
    expect(problem).toMatchObject({
      code: 'settings_conflict',
      detail: expect.stringContaining('kitroom -- worker settings adopt'),
    })
    const title = 'kitroom.yaml was changed differently on several hosts'
    await until('it is reported', async () => (await messages()).includes(title))
    const control = String((await studio.worker.waitForLog('ready'))['url'])
    const ready = await fetch(`${control}/readyz`)
    expect({ status: ready.status, body: await ready.json() }).toMatchObject({
      status: 200,
      body: { problems: [{ code: 'settings_conflict' }] },
    })

    const { data } = (await second.sync.client.call(adoptWorkerSettings, { body: {} })).body
    expect(data.hosts.find(({ answers }) => answers)?.file).toBe('current')
    await untilFiles('outdated', 'current')
    expect(await sourcesOf(studio.sync)).toEqual(['main', 'theirs'])
    await until('its end is reported', async () =>
      (await messages()).some((one) => one.includes('no longer different')),
    )
    expect((await messages()).filter((one) => one === title)).toHaveLength(1)
  },
)

it.skipIf(!hasPostgres)(
  `an invalid file is reported with its host and changes nothing on the others${withoutPostgres}`,
  async () => {
    second.configure('sources: [')
    await expect(sourcesOf(second.sync)).rejects.toThrow(/kitroom\.yaml:1/)
    expect(await sourcesOf(studio.sync)).toEqual(['main', 'theirs'])
    await until('it is a problem', async () =>
      (await problems()).some(({ code, title }) => code === 'settings_invalid' && / on \S/.test(title)),
    )
    const control = String((await studio.worker.waitForLog('ready'))['url'])
    expect((await fetch(`${control}/readyz`)).status, 'the first host works').toBe(200)
    second.configure(withSources('main', 'theirs'))
    await untilFiles('outdated', 'current')
  },
)

it.skipIf(!hasPostgres)(
  `a file that was changed while its worker was stopped conflicts with one that was adopted meanwhile${withoutPostgres}`,
  async () => {
    await second.worker.stop()
    second.configure(withSources('main', 'late'))
    studio.configure(withSources('main', 'early'))
    expect(await sourcesOf(studio.sync), 'no other worker runs, so the edit takes effect immediately').toEqual([
      'main',
      'early',
    ])
    await second.start()
    await untilFiles('current', 'conflict')
    expect(await sourcesOf(second.sync)).toEqual(['main', 'early'])
    second.configure(withSources('main', 'early'))
    await untilFiles('current', 'current')
    await until('no problem is left', async () => (await problems()).length === 0)
  },
)

it.skipIf(!hasPostgres)(
  `the new text of a new host waits until no worker with the old one runs${withoutPostgres}`,
  async () => {
    await second.worker.stop()
    rmSync(join(second.dataDir, 'host-id'))
    second.configure(withSources('main', 'new'))
    await second.start()
    expect(await sourcesOf(second.sync)).toEqual(['main', 'early'])
    await studio.worker.stop()
    await until('the new text is in force', async () => (await sourcesOf(second.sync)).includes('new'))
  },
)
