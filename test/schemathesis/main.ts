// Runs schemathesis on a real server with its own OpenAPI documents. Without Python it prints a note and succeeds.
// `--st <path>` uses an installed schemathesis, `--plane api|settings` runs one plane, arguments after `--` go to
// schemathesis.
import { spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import { gearTypes } from '../../contract/api/gearFields.ts'
import { createAccount, type TestAccount } from '../support/account.ts'
import { startServer, createDataFolder } from '../support/server.ts'

const ownFolder = fileURLToPath(new URL('./', import.meta.url))
const REQUIREMENTS = join(ownFolder, 'requirements.txt')
/** Virtual environments of earlier runs. To install one takes longer than to use it. */
const INSTALLED = fileURLToPath(new URL('../../.cache/schemathesis', import.meta.url))

const { values: flags, positionals } = parseArgs({
  options: { st: { type: 'string' }, plane: { type: 'string' } },
  allowPositionals: true,
})

const succeeds = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

/** Installs the pinned versions into a virtual environment. @returns why that was not possible, if so */
function install(python: string, folder: string): string | undefined {
  if (!succeeds(python, ['-m', 'venv', folder])) return 'Python could not make a virtual environment'
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS]
  if (!succeeds(join(folder, 'bin/python'), pip))
    return 'its packages could not be installed; the network may be missing'
  return undefined
}

/** Installs schemathesis, unless an earlier run has, with this Python. @returns its program, or why there is none */
function provide(): { program: string } | { reason: string } {
  const ask = (name: string) =>
    spawnSync(name, ['-c', 'import sys, venv; print(sys.version); sys.exit(sys.version_info < (3, 10))'], {
      encoding: 'utf8',
    })
  const python = ['python3', 'python'].find((name) => ask(name).status === 0)
  if (!python) return { reason: 'there is no Python 3.10 or newer on this machine' }
  const key = hash('sha256', ask(python).stdout + readFileSync(REQUIREMENTS, 'utf8'))
  const installed = join(INSTALLED, key.slice(0, 16))
  if (!existsSync(installed)) {
    // Its programs name their folder, so it gets a link instead of another name once it is complete.
    const folder = `${installed}.${process.pid}`
    const reason = install(python, folder)
    if (reason !== undefined) {
      rmSync(folder, { recursive: true, force: true })
      return { reason }
    }
    if (existsSync(installed)) rmSync(folder, { recursive: true })
    else symlinkSync(folder, installed)
  }
  return { program: join(installed, 'bin/schemathesis') }
}

/** Values of the account for hooks.py, which a fuzzer cannot guess. */
interface Known {
  gear: Record<string, string>
  /** A cursor of each log, by path. */
  cursors: Record<string, string>
  /** The id of the owner key, which the run must not revoke. */
  key: string
  event: string
  /** The name of an own field of every gear type in both accounts. */
  field: string
  /** The name of a category that both accounts have added. */
  category: string
}

const OWN_FIELD = { name: 'supplier', type: 'text', label: 'Supplier', filterable: true }
const OWN_CATEGORY = { name: 'mixer', label: 'Mixer' }

/** Creates two deliveries to an unreachable endpoint. @returns the cursor of the list's second page, and an event */
async function prepareWebhook(settings: string, account: TestAccount): Promise<{ cursor: string; event: string }> {
  const body = { url: 'https://hooks.studio.example/kitroom', events: ['*'] }
  const { data } = await ask<{ data: { id: string } }>(`${settings}/webhooks`, account.owner_key, body)
  const tests = [1, 2].map(() => ask(`${settings}/webhooks/${data.id}/test`, account.owner_key, {}))
  await Promise.all(tests)
  const page = await ask<{ pagination: { next_cursor: string } }>(
    `${settings}/webhooks/${data.id}/deliveries?limit=1`,
    account.owner_key,
  )
  const events = await ask<{ data: { id: string }[] }>(
    `${settings}/events?type=gear.created&limit=1`,
    account.owner_key,
  )
  return { cursor: page.pagination.next_cursor, event: events.data[0]?.id ?? '' }
}

async function ask<Body>(url: string, key: string, body?: unknown): Promise<Body> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
  const answer = await fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  if (!answer.ok) throw new Error(`${url} was refused: ${await answer.text()}`)
  return (await answer.json()) as Body
}

async function prepare(url: string, account: TestAccount): Promise<Known> {
  const gear: Record<string, string> = {}
  for (const type of gearTypes) {
    const { data } = await ask<{ data: { id: string } }>(`${url}${apiPlane.base}/gear`, account.api_key, {
      gear_type: type,
      brand: 'Kept',
      model: type,
    })
    gear[type] = data.id
  }
  const settings = url + settingsPlane.base
  const cursors: Record<string, string> = {}
  for (const path of ['/audit', '/events']) {
    const { pagination } = await ask<{ pagination: { next_cursor: string } }>(
      `${settings}${path}?limit=1`,
      account.owner_key,
    )
    cursors[path] = pagination.next_cursor
  }
  const { cursor, event } = await prepareWebhook(settings, account)
  cursors['/webhooks/{id}/deliveries'] = cursor
  const keys = await ask<{ data: { id: string; kind: string }[] }>(`${settings}/keys`, account.owner_key)
  const key = keys.data.find(({ kind }) => kind === 'owner')?.id ?? ''
  return { gear, cursors, key, event, field: OWN_FIELD.name, category: OWN_CATEGORY.name }
}

/** Writes the keys of two users, for the check that neither sees the other's records. */
function writeUsers(file: string, plane: Plane, accounts: Readonly<Record<string, TestAccount>>): void {
  const auth = Object.entries(accounts).map(([name, account]) => {
    const key = plane.name === 'api' ? account.api_key : account.owner_key
    return { name, fixedHeaders: [{ name: 'Authorization', value: `Bearer ${key}` }] }
  })
  writeFileSync(file, JSON.stringify({ auth }), { mode: 0o600 })
}

/**
 * Runs a program in a folder. @returns whether it succeeded
 * A success prints only its counts, because CI log parsers misread its last line. The planes run side by side, so each
 * line names its own.
 */
async function execute(
  name: string,
  program: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd, env })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[unknown]>])
  console.log(`${name}: ${code === 0 ? (/\d+ generated, .*/.exec(output)?.[0] ?? output.trim()) : output}`)
  return code === 0
}

interface Run {
  program: string
  folder: string
  url: string
  /** The names are those of schemathesis.toml. */
  accounts: { studio: TestAccount; other: TestAccount }
  known: Known
}

/**
 * Checks a plane's document against the schema of OpenAPI, then the plane against the document.
 * @returns whether both pass
 */
async function check({ program, folder, url, accounts, known }: Run, plane: Plane): Promise<boolean> {
  const document = join(folder, `${plane.name}.json`)
  writeFileSync(document, await (await fetch(`${url}${plane.base}/openapi.json`)).text())
  const isValid = await execute(
    `document of the ${plane.name} plane`,
    join(dirname(program), 'openapi-spec-validator'),
    [document],
    folder,
  )
  const users = join(folder, `users-${plane.name}.json`)
  writeUsers(users, plane, accounts)
  const args = [
    '--config-file',
    join(ownFolder, 'schemathesis.toml'),
    'run',
    `${url}${plane.base}/openapi.json`,
    '--url',
    url + plane.base,
  ]
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: join(ownFolder, 'hooks.py'),
    KITROOM_KNOWN: JSON.stringify(known),
    KITROOM_USERS: users,
  }
  return (await execute(`${plane.name} plane`, program, [...args, ...positionals], folder, env)) && isValid
}

/** Runs a plane on a server and a database of its own. @returns whether it passed */
async function runPlane(program: string, environment: string, plane: Plane): Promise<boolean> {
  using folder = createDataFolder()
  await using server = await startServer(folder.dataDir, { env: { KITROOM_RATE_LIMIT: 'off' } })
  const [studio, other] = await Promise.all([
    createAccount(folder.dataDir, 'Studio', { tier: 'studio' }),
    createAccount(folder.dataDir, 'Other', { tier: 'studio' }),
  ])
  for (const { owner_key } of [studio, other]) {
    await ask(`${server.url}${settingsPlane.base}/fields`, owner_key, OWN_FIELD)
    await ask(`${server.url}${settingsPlane.base}/categories`, owner_key, OWN_CATEGORY)
  }
  const known = await prepare(server.url, studio)
  return await check({ program, folder: environment, url: server.url, accounts: { studio, other }, known }, plane)
}

const environment = mkdtempSync(join(tmpdir(), 'schemathesis-'))
try {
  const installed = flags.st === undefined ? provide() : { program: flags.st }
  if ('reason' in installed) console.log(`schemathesis was not run: ${installed.reason}.`)
  else {
    const planes = [apiPlane, settingsPlane].filter(({ name }) => (flags.plane ?? name) === name)
    const results = await Promise.all(planes.map((plane) => runPlane(installed.program, environment, plane)))
    if (results.includes(false)) process.exitCode = 1
  }
} finally {
  rmSync(environment, { recursive: true, force: true })
}
