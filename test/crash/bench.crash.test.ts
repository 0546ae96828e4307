import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { isLongRun, longOnlySuffix } from '../support/counts.ts'

const main = fileURLToPath(new URL('../../tools/bench/main.ts', import.meta.url))

// `.ci/run` runs the main one.
it.each(isLongRun ? ['main', 'sync', 'day', 'forecast', 'parse'] : ['sync', 'day', 'forecast', 'parse'])(
  'tools/bench/%s.ts prints its flags with --help',
  async (name) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(main, `../${name}.ts`), '--help'])
    expect(stdout).toContain('  --json ')
    expect(stderr).toBe('')
  },
)

it.skipIf(!isLongRun)(
  `npm run bench uses databases of its own and leaves no file behind${longOnlySuffix}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitroom-bench-test-'))
    const args = [
      main,
      '--items',
      '300',
      '--pairs',
      '1',
      '--seconds',
      '1',
      '--only',
      'get one',
      '--folder',
      folder,
      '--json',
    ]
    const { KITROOM_DATA_DIR: _, ...env } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env })
    expect(JSON.parse(stdout)).toMatchObject({ items: 300, comparisons: [{ name: 'get one' }] })
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  },
)
