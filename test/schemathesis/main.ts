// Runs schemathesis against a real server: the served OpenAPI documents are the input. `--st <path>` uses an installed one,
// `--plane api|settings` runs one plane, everything after `--` goes to schemathesis. Without Python it says so and ends well.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import { createAccount, type TestAccount } from '../support/account.ts'
import { startServer, tempFolder } from '../support/server.ts'

const here = fileURLToPath(new URL('./', import.meta.url))

const { values: flags, positionals } = parseArgs({
  options: { st: { type: 'string' }, plane: { type: 'string' } },
  allowPositionals: true,
})

const succeeds = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

/** Installs the pinned version into a virtual environment. @returns its program, or why there is none */
function install(folder: string): { program: string } | { reason: string } {
  const python = ['python3', 'python'].find(
    (name) => spawnSync(name, ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))'], { stdio: 'ignore' }).status === 0,
  )
  if (!python) return { reason: 'there is no Python 3.10 or newer on this machine' }
  if (!succeeds(python, ['-m', 'venv', folder])) return { reason: 'Python could not make a virtual environment' }
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', join(here, 'requirements.txt')]
  if (!succeeds(join(folder, 'bin/python'), pip)) return { reason: 'its packages could not be installed; the network may be missing' }
  return { program: join(folder, 'bin/schemathesis') }
}

/** Runs it against one plane. @returns whether it found nothing */
function check(program: string, url: string, plane: Plane, account: TestAccount): boolean {
  const key = plane.name === 'api' ? account.api_key : account.owner_key
  const args = ['--config-file', join(here, 'schemathesis.toml'), 'run', `${url}${plane.base}/openapi.json`, '--url', url + plane.base]
  const result = spawnSync(program, [...args, '--header', `Authorization: Bearer ${key}`, ...positionals], {
    stdio: 'inherit',
    cwd: folder.dataDir,
    env: { ...process.env, SCHEMATHESIS_HOOKS: join(here, 'hooks.py') },
  })
  return result.status === 0
}

const environment = mkdtempSync(join(tmpdir(), 'schemathesis-'))
using folder = tempFolder()
try {
  const installed = flags.st === undefined ? install(environment) : { program: flags.st }
  if ('reason' in installed) console.log(`schemathesis was not run: ${installed.reason}.`)
  else {
    await using server = await startServer(folder.dataDir, { env: { KITROOM_RATE_LIMIT: 'off', KITROOM_LOG_LEVEL: 'info' } })
    const account = await createAccount(folder.dataDir, 'Studio', '--tier', 'studio')
    const planes = [apiPlane, settingsPlane].filter(({ name, operations }) => operations.length > 0 && (flags.plane ?? name) === name)
    const failed = planes.filter((plane) => !check(installed.program, server.url, plane, account))
    if (failed.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(environment, { recursive: true, force: true })
}
