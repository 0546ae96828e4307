import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SourceInfo } from '../../contract/control/control.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'
import { until } from '../support/wait.ts'

const CONFIG = `sources:
  - { id: main, file: main.csv, schedule: "0 6 * * *" }
  - { id: second, file: second.csv }
`

let studio: LocalStudio
const sync = (...args: string[]): Promise<CommandResult> => runCli(['sync', ...args], studio.env)

beforeAll(async () => {
  studio = await startLocalStudio(CONFIG)
  await until('the schedule is set up', async () => (await sync('list')).out.includes(', next 2'))
})
afterAll(() => studio.stop())

it('sync list shows the next scheduled sync of each source', async () => {
  const { out } = await sync('list')
  expect(out).toMatch(
    /^main .*\n {2}schedule 0 6 \* \* \* UTC, next \d{4}-\d\d-\d\dT06:00:00\.000Z\n {2}never synced\nsecond .*\n {2}never synced\n$/,
  )
})

it('sync pause stores a note, sync list shows it, and sync resume ends the pause', async () => {
  const pausedRun = await sync('pause', 'main', '--note', 'Stocktaking \u001b[31m')
  expect(pausedRun).toMatchObject({ code: 0, out: 'main: schedule 0 6 * * * UTC, paused: Stocktaking \\u001b[31m\n' })
  const sourceList = JSON.parse((await sync('list', '--json')).out) as { sources: SourceInfo[] }
  expect(sourceList.sources.map(({ schedule }) => schedule)).toEqual([
    { cron: '0 6 * * *', time_zone: 'UTC', next_at: null, paused: true, note: 'Stocktaking \u001b[31m' },
    null,
  ])
  const resumedRun = await sync('resume', 'main', '--json')
  expect(JSON.parse(resumedRun.out)).toMatchObject({ source: 'main', schedule: { paused: false, note: null } })
})

it('sync pause refuses a source without a schedule, and sync resume an unknown source', async () => {
  const result = await sync('pause', 'second')
  expect(result.code).toBe(1)
  expect(result.err).toContain(
    'second has no schedule in kitroom.yaml: it is synced only when somebody starts it. [no_schedule]',
  )
  expect((await sync('resume', 'mane')).err).toContain('[unknown_source]')
})
