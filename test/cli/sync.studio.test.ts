import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlanRow, ReportRow, Run, SourceInfo } from '../../contract/control/control.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runCli } from '../support/cli.ts'
import { startFile, type CommandResult } from '../support/run.ts'

const HEADER = 'Asset Tag,Type,Brand,Model,Status,Purchased,Notes\n'
const FIRST_SHEET = `${HEADER}C-1,Camera,Leica,M6,Ready,2024-01-31,\nC-2,Camera,Canon,EOS R5,Ready,,a\u001b[31mred\u202e\nC-3,Camera,Nikon,Z8,Ready,2024-02-30,\n`
const CONFIG = `sources:
  - id: main
    file: ./main.csv
    key: asset_tag
  - id: second
    file: ./second.csv
    key: asset_tag
`

let studio: LocalStudio
const sync = (...args: string[]): Promise<CommandResult> => runCli(['sync', ...args], studio.env)
const json = async <T>(...args: string[]): Promise<T & { code: number | null }> => {
  const result = await sync(...args, '--json')
  return { ...(JSON.parse(result.out) as T), code: result.code }
}

beforeAll(async () => {
  studio = await startLocalStudio(CONFIG)
  studio.write('main.csv', FIRST_SHEET)
})
afterAll(() => studio.stop())

it('sync list prints the sources', async () => {
  const text = await sync('list')
  expect(text.code).toBe(0)
  expect(text.out).toMatch(
    /^main {2}file .*main\.csv {2}key asset_tag, approval manual, 0 items bound\n {2}never synced\nsecond /,
  )
})

it('sync plan prints each row and why one is refused, writes nothing, and leaves the plan waiting', async () => {
  const result = await sync('plan', 'main')
  expect(result.code).toBe(2)
  expect(result.out).toMatch(/x row 4 {5}refused C-3\n {6}F4: .*2024-02-30.*\[no_such_day\]/)
  expect(result.out).toContain('+ row 2     create C-1 camera Leica M6')
  expect(result.out).toContain('2 to create, 1 refused.')
  expect(result.out).toContain('npm run kitroom -- sync approve main')
  expect(result.err).toContain('Reading the sheet')
  const status = await json<{ runs: Run[] }>('status', 'main')
  expect(status.runs.map((run) => run.status)).toEqual(['waiting'])
})

it('sync plan supersedes a waiting plan, and prints the new one as JSON', async () => {
  type Plan = {
    plan_id: string
    source: string
    status: string
    file: string
    counts: Record<string, number>
    rows: PlanRow[]
  }
  const plan = await json<Plan>('plan', 'main')
  expect(plan).toMatchObject({ code: 2, source: 'main', status: 'waiting', counts: { create: 2, refused: 1 } })
  expect(plan.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'create'],
    [3, 'create'],
    [4, 'refused'],
  ])
  expect(plan.rows[0]?.fields).toEqual({
    gear_type: 'camera',
    brand: 'Leica',
    model: 'M6',
    asset_tag: 'C-1',
    status: 'ready',
    purchase_date: '2024-01-31',
  })
  const { runs } = await json<{ runs: Run[] }>('status', 'main')
  expect(runs.map((run) => [run.run_id === plan.plan_id, run.status])).toEqual([
    [true, 'waiting'],
    [false, 'superseded'],
  ])
})

it('sync plan prints no control characters of the sheet', async () => {
  const all = await sync('plan', 'main', '--all')
  expect(all.out).toMatch(/^[^\u001b\u202e]*$/)
})

it('sync approve applies the waiting plan and prints the results', async () => {
  const result = await sync('approve')
  expect(result.code).toBe(2)
  expect(result.out).toContain('2 created, 1 refused.')
  expect(result.err, 'it says what it writes before it does').toMatch(
    /^Writing the plan of main made at .*Z: 2 to create, 1 refused\./,
  )
  const secondApproval = await sync('approve', 'main')
  expect(secondApproval).toMatchObject({ code: 1, err: 'No plan is waiting.\n' })
})

it('sync apply plans and writes, needs --yes without a terminal, and writes only changes', async () => {
  studio.write(
    'main.csv',
    FIRST_SHEET.replace('Leica,M6,Ready', 'Leica,M6,In use')
      .replace('2024-02-30', '2024-02-29')
      .replace('a\u001b[31mred\u202e', ''),
  )
  const refusedRun = await sync('apply', 'main')
  expect(refusedRun).toMatchObject({
    code: 1,
    out: '',
    err: 'No terminal to ask on: use --yes to write without asking.\n',
  })
  const result = await sync('apply', 'main', '--yes')
  expect(result.code).toBe(0)
  expect(result.out).toMatch(/~ row 2 {5}update C-1\n {6}status: ready → in_use/)
  const report = await json<{ run: Run; rows: ReportRow[] }>('apply', 'main', '--yes')
  expect(report).toMatchObject({ code: 0, run: { status: 'completed' } })
  expect(report.rows.map((row) => row.outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
})

it('sync reject rejects a plan by its id', async () => {
  studio.write('main.csv', FIRST_SHEET.replace('2024-02-30', '2024-02-28'))
  const { plan_id } = await json<{ plan_id: string }>('plan', 'main')
  const rejectRun = await sync('reject', '--plan', plan_id)
  expect(rejectRun.code).toBe(0)
  expect(rejectRun.out).toContain(`plan ${plan_id} was rejected`)
  const shownRun = await sync('status', '--plan', plan_id)
  expect(shownRun.code).toBe(1)
  expect(shownRun.out).toContain('was rejected')
})

it('sync plan --file reads another file', async () => {
  const file = studio.write('other.csv', `${HEADER}C-9,Camera,Sony,FX3,Ready,,\n`)
  const plan = await json<{ file: string; counts: Record<string, number> }>('plan', 'main', '--file', file)
  const again = await sync('plan', 'main', '--file', file)
  expect(again.err).toMatch(/This plan takes the place of the one of \S+, which waited\./)
  expect(plan).toMatchObject({ code: 0, file: 'other.csv', counts: { create: 1 } })
  const missingFileRun = await sync('plan', 'main', '--file', '/nowhere/x.csv')
  expect(missingFileRun).toMatchObject({ code: 1, err: '/nowhere/x.csv cannot be read (ENOENT).\n' })
})

it('sync apply follows a run while the worker is killed and restarted', async () => {
  const rows = Array.from({ length: 1500 }, (_, index) => `B-${index},Camera,Leica,M6,Ready,,`)
  studio.write('second.csv', HEADER + rows.join('\n'))
  const apply = startFile('cli/main.ts', ['sync', 'apply', 'second', '--yes'], studio.env)
  await apply.waitForOutput(/Writing: [1-9]/)
  const { processes } = JSON.parse(readFileSync(join(studio.dataFolder, 'run.json'), 'utf8')) as {
    processes: Record<string, { pid: number }>
  }
  process.kill(processes['worker']?.pid ?? 0, 'SIGKILL')
  const result = await apply.ended
  expect(result).toMatchObject({ code: 0, out: expect.stringContaining('1500 created') as string })
})

it('sync plan fails with a reason when the whole file is refused', async () => {
  studio.write('main.csv', 'Horoscope,Weight\nred,1\n')
  const result = await sync('plan', 'main')
  expect(result).toMatchObject({ code: 1, out: '' })
  expect(result.err).toMatch(/failed: .*\[\w+\]/)
})

it('an unknown source is refused with the names of the sources', async () => {
  const plan = await sync('plan', 'mane')
  expect(plan.code).toBe(1)
  expect(plan.err).toContain('[unknown_source]')
  expect((await sync('approve', 'mane')).err).toBe(
    'There is no source "mane" in kitroom.yaml. Sources: main, second.\n',
  )
  const { sources } = await json<{ sources: SourceInfo[] }>('list')
  expect(sources.map(({ source, bound_items }) => [source, bound_items])).toEqual([
    ['main', 3],
    ['second', 1500],
  ])
})
