import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Session } from '../../contract/console.ts'
import type { Run } from '../../contract/control/control.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { openBrowser } from '../support/console.ts'
import { runFile, startFile } from '../support/run.ts'
import { stretchedTimeLimits } from '../support/timeLimits.ts'

let folder: string
let env: Record<string, string | undefined>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-demo-test-'))
  const temporal = await findTemporal(process.env, silentPrinter)
  env = {
    ...process.env,
    TMPDIR: folder,
    PATH: `${join(temporal, '..')}:${process.env['PATH']}`,
    KITROOM_DATABASE_URL: 'sqlite:/nowhere/x.db',
    ...stretchedTimeLimits,
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Signs in by the link that the demo prints, and expects a studio that looks used. */
async function expectFurnished(link: string): Promise<void> {
  const { origin, hash } = new URL(link)
  const browser = openBrowser(origin)
  const session = Session.parse((await browser.signIn({ code: hash.replace('#code=', '') })).data())
  expect(session.owner_key?.scopes).toContain('automation:write')
  const read = async (path: string): Promise<Record<string, string>[]> =>
    (await browser.send('GET', `/console/api${path}`)).data() as Record<string, string>[]
  const statesOf = (records: Record<string, string>[]): string[] =>
    [...new Set(records.map(({ status = '' }) => status))].toSorted()
  const today = new Intl.DateTimeFormat('en-CA').format(new Date())
  const inDays = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  expect(statesOf(await read('/v1/shoots?limit=200'))).toEqual(['cancelled', 'completed', 'confirmed', 'planning'])
  expect((await read(`/v1/shoots?fromDate=${today}&toDate=${inDays(7)}`)).length).toBeGreaterThan(2)
  expect(statesOf(await read('/v1/maintenance?limit=200'))).toEqual(['completed', 'in_progress', 'scheduled'])
  expect((await read(`/v1/maintenance?status=scheduled&toDate=${inDays(-1)}`)).length).toBeGreaterThan(1)
  expect((await read(`/v1/documents?expiresFrom=${today}&expiresTo=${inDays(60)}`)).length).toBeGreaterThan(3)
  const [run] = (await read('/worker/v1/runs')) as unknown as Run[]
  expect(run).toMatchObject({ status: 'waiting', counts: { create: 3, conflict: 2, refused: 2 } })
  expect((await read('/worker/v1/reminders?state=sent&limit=200')).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['maintenance', 'warranty', 'shoot_tomorrow']),
  )
}

const demoFolders = (): string[] => readdirSync(folder).filter((name) => name.startsWith('kitroom-demo-'))

it('the demo with --once syncs the example, shows refusals with reasons, exits with 0 and leaves no files', async () => {
  const result = await runFile('bin/run.mjs', ['local/demo.ts', '--once'], env)
  expect(result.code).toBe(0)
  expect(result.out).toMatch(/KR-X-001\n.*"Furniture".*\[unknown_type\]/)
  expect(result.out).toMatch(/KR-F-009\n.*"3\/4\/24".*\[two_digit_year\]/)
  expect(result.out).toMatch(/KR-D-005\n.*"2024-02-30".*\[no_such_day\]/)
  expect(result.out).toMatch(/KR-L-022\n.*"#REF!".*\[error_cell\]/)
  expect(result.out).toMatch(/KR-A-019\n.*\[duplicate_key\]/)
  expect(result.out).toContain('59 to create, 6 refused, 6 skipped.')
  expect(result.out).toContain('59 created, 6 refused, 6 skipped.')
  expect(result.out).toMatch(/API key {3}sk_studio_/)
  expect(demoFolders()).toEqual([])
})

it('the demo runs until Ctrl-C, with three curl commands that work as printed and a link into a studio that looks used', async () => {
  const demo = startFile('bin/run.mjs', ['local/demo.ts'], env)
  await demo.waitForOutput(/Ctrl-C stops the demo/)
  const lines = demo.out().match(/^curl .*$/gm) ?? []
  expect(lines).toHaveLength(3)
  const [list, search, change] = lines.map((line) => {
    const result = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
    return JSON.parse(result.stdout) as { data: unknown; pagination?: { total: number } }
  })
  expect(list?.pagination?.total).toBe(21)
  expect(search?.pagination?.total).toBe(2)
  expect(change?.data).toMatchObject({ gear_type: 'camera', status: 'in_use' })
  await expectFurnished(/Console {3}(\S+)/.exec(demo.out())?.[1] ?? '')
  demo.child.kill('SIGINT')
  expect((await demo.ended).code).toBe(0)
  expect(demoFolders()).toEqual([])
})
