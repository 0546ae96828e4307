import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { stretchedTimeLimits } from '../support/timeLimits.ts'
import { HANG_GUARD_MS } from '../support/wait.ts'
import { installPackage, type InstalledPackage } from '../support/installedPackage.ts'

let installed: InstalledPackage
let env: Record<string, string | undefined>

beforeAll(async () => {
  installed = installPackage()
  const temporal = await findTemporal(process.env, silentPrinter)
  env = {
    ...process.env,
    ...stretchedTimeLimits,
    TMPDIR: installed.folder,
    PATH: `${join(temporal, '..')}:${process.env['PATH']}`,
    KITROOM_DATABASE_URL: undefined,
  }
})
afterAll(() => installed[Symbol.dispose]())

/** Runs the package's command in the empty folder. */
const kitroom = (args: readonly string[]) =>
  spawnSync(process.execPath, [join(installed.root, 'bin', 'kitroom.mjs'), ...args], {
    cwd: installed.folder,
    env,
    encoding: 'utf8',
    timeout: HANG_GUARD_MS,
  })

const readInstalled = (path: string): string => readFileSync(join(installed.root, path), 'utf8')

it('the archive has JavaScript without types, and no tests', () => {
  const { files } = installed
  expect(files).toContain('server/main.js')
  expect(files).toContain('bin/kitroom.mjs')
  expect(files.filter((path) => /\.tsx?$|^(?:test|bench|lint|build)\//.test(path))).toEqual([])
  const importsTypeScript = (path: string): boolean =>
    /(?:from|import\(|new URL\()\s*'[^']*\.ts'/.test(readInstalled(path))
  expect(files.filter((path) => path.endsWith('.js') && importsTypeScript(path))).toEqual([])
})

it('the archive installs the versions that this clone is tested with, and no tools of development', () => {
  const manifest = JSON.parse(readInstalled('package.json')) as {
    bin: unknown
    scripts?: unknown
    devDependencies?: unknown
  }
  expect(manifest).toMatchObject({ bin: { kitroom: 'bin/kitroom.mjs' } })
  expect({ scripts: manifest.scripts, devDependencies: manifest.devDependencies }).toEqual({
    scripts: undefined,
    devDependencies: undefined,
  })
  const { packages } = JSON.parse(readInstalled('npm-shrinkwrap.json')) as {
    packages: Record<string, { dev?: boolean; version?: string }>
  }
  expect(packages['node_modules/vitest']).toBeUndefined()
  expect(packages['node_modules/@swc/core']?.version, 'an override of the clone').toBe('1.16.22')
  expect(Object.values(packages).filter(({ dev }) => dev === true)).toEqual([])
})

it('commands and messages name the command of the package', () => {
  const help = kitroom(['--help'])
  expect(help).toMatchObject({ status: 0 })
  expect(help.stdout).toMatch(/^Usage: kitroom /m)
  const unreachable = kitroom(['gear', 'list'])
  expect(unreachable.status).toBe(1)
  expect(unreachable.stderr).toMatch(/kitroom start/)
  const namesClone = (path: string): boolean =>
    /\.(?:js|md)$/.test(path) && /npm run (?:-s )?kitroom|npm start/.test(readInstalled(path))
  expect(installed.files.filter(namesClone)).toEqual([])
})

it('compressed files of the console have the texts of the files that they stand for', () => {
  const compressed = installed.files.filter((path) => path.endsWith('.js.br'))
  expect(compressed.length).toBeGreaterThan(10)
  const differs = compressed.filter((path) => {
    const content = readFileSync(join(installed.root, path))
    return brotliDecompressSync(content).toString() !== readInstalled(path.slice(0, -'.br'.length))
  })
  expect(differs).toEqual([])
})

it('`worker` is the process, and `worker setup` the command', () => {
  expect(kitroom(['worker']).stderr + kitroom(['worker']).stdout).toMatch(/KITROOM_API_KEY|worker\.json/)
  expect(kitroom(['worker', 'setup', '--help']).stdout).toMatch(/Usage: kitroom worker setup/)
})

it('the demo runs from node_modules in an empty folder, and leaves nothing', () => {
  const demo = kitroom(['demo', '--once'])
  expect(demo.stderr).not.toMatch(/Error/)
  expect(demo, demo.stderr).toMatchObject({ status: 0 })
  expect(demo.stdout).toContain('59 created, 6 refused, 6 skipped.')
  expect(readdirSync(installed.folder).filter((name) => name.startsWith('kitroom-demo-'))).toEqual([])
})
