import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { runFile, startFile } from '../support/run.ts'

let folder: string
let env: Record<string, string | undefined>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-demo-test-'))
  const temporal = await findTemporal(process.env, silentPrinter)
  env = { ...process.env, TMPDIR: folder, PATH: `${join(temporal, '..')}:${process.env['PATH']}`, KITROOM_DATABASE_URL: 'sqlite:/nowhere/x.db' }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
}, 120_000)

it('the demo runs until Ctrl-C, with three curl commands that work as printed', async () => {
  const demo = startFile('bin/run.mjs', ['local/demo.ts'], env)
  await demo.waitForOutput(/Ctrl-C stops the demo/, 90_000)
  const lines = demo.out().match(/^curl .*$/gm) ?? []
  expect(lines).toHaveLength(3)
  const [list, search, change] = lines.map((line) => {
    const result = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
    return JSON.parse(result.stdout) as { data: unknown; pagination?: { total: number } }
  })
  expect(list?.pagination?.total).toBe(21)
  expect(search?.pagination?.total).toBe(2)
  expect(change?.data).toMatchObject({ gear_type: 'camera', status: 'in_use' })
  demo.child.kill('SIGINT')
  expect((await demo.ended).code).toBe(0)
  expect(demoFolders()).toEqual([])
}, 120_000)
