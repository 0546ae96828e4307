import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { openState } from '../../state/database/open.ts'
import { createAccount } from '../support/account.ts'
import { runSql } from '../support/database.ts'
import { runFile } from '../support/run.ts'
import { createDataFolder } from '../support/server.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { kitroom, kitroomJson } from '../server/operator/support.ts'

// `earlier/` has what the last version before the release of 0.1.0 left behind; README.md says how it was made.

const EARLIER = fileURLToPath(new URL('earlier/', import.meta.url))
const madeBefore = (step: string): string => `made before the release of Kitroom 0.1.0 (its last step is ${step})`
const refusal = (step: string): string =>
  `This database was ${madeBefore(step)}. This version cannot read it, and has changed nothing in it. Start the version that made it, or name an empty database and sync your sheets again.`
const API_STEP = '0014_gear_orders'
const STATE_STEP = '0032_coverage_answers'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-earlier-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const unzip = (name: string): Buffer => gunzipSync(readFileSync(join(EARLIER, `${name}.gz`)))

/** A database of the earlier version: of the API, and of the worker. */
interface EarlierDatabase {
  env: Record<string, string>
  stateUrl: string
  /** Everything in it, for a comparison. */
  readContent: () => Promise<unknown>
}

async function unpackFiles(): Promise<EarlierDatabase> {
  const files = ['kitroom.db', 'worker.db'].map((name) => join(folder, name))
  for (const name of ['kitroom.db', 'worker.db']) writeFileSync(join(folder, name), unzip(name), { mode: 0o600 })
  return {
    env: {},
    stateUrl: `sqlite:${join(folder, 'worker.db')}`,
    readContent: async () => files.map((file) => readFileSync(file).toString('base64')),
  }
}

async function readRows(client: Client): Promise<unknown> {
  const { rows: columns } = await client.query<{ place: string; name: string }>(
    `select table_schema || '.' || table_name as place, column_name as name from information_schema.columns
      where table_schema in ('public', 'kitroom_worker') order by 1, 2`,
  )
  const places = [...new Set(columns.map(({ place }) => place))]
  const rows: unknown[] = []
  for (const place of places) rows.push((await client.query(`select * from ${place} order by 1`)).rows)
  return { columns, rows }
}

async function loadDump(): Promise<EarlierDatabase> {
  const url = await emptyDatabaseUrl()
  const withClient = async <Result>(use: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  }
  await withClient((client) => client.query(unzip('kitroom.sql').toString()))
  return {
    env: { KITROOM_DATABASE_URL: url, KITROOM_WORKER_DATABASE_URL: url },
    stateUrl: url,
    readContent: () => withClient(readRows),
  }
}

describe.each([
  ['SQLite', true, '', unpackFiles],
  ['PostgreSQL', hasPostgres, withoutPostgres, loadDump],
] as const)('an earlier database on %s', (_name, isRun, suffix, open) => {
  it.skipIf(!isRun)(`is refused by a server, and nothing in it changes${suffix}`, async () => {
    const database = await open()
    const before = await database.readContent()
    const env = { ...process.env, KITROOM_DATA_DIR: folder, KITROOM_PORT: '0', ...database.env }
    const { code, out, err } = await runFile('server/main.ts', [], env)
    expect({ code, text: out + err }).toEqual({ code: 1, text: expect.stringContaining(refusal(API_STEP)) as string })
    expect(await database.readContent()).toEqual(before)
  })

  it.skipIf(!isRun)(`is refused by a worker, and nothing in it changes${suffix}`, async () => {
    const database = await open()
    const before = await database.readContent()
    await expect(openState(database.stateUrl, systemClock)).rejects.toThrow(refusal(STATE_STEP))
    expect(await database.readContent()).toEqual(before)
  })

  it.skipIf(!isRun)(`is not backed up, whichever part is asked for${suffix}`, async () => {
    const { env } = await open()
    const backup = join(folder, 'backup')
    const refuseBackup = async (part: string): Promise<string> => {
      const { code, err } = await kitroom(folder, ['backup', '--out', backup, '--only', part], env)
      expect({ code, isMade: existsSync(backup) }).toEqual({ code: 1, isMade: false })
      return err
    }
    expect(await refuseBackup('api')).toContain(`The API database was ${madeBefore(API_STEP)}.`)
    expect(await refuseBackup('worker')).toContain(`The worker's state was ${madeBefore(STATE_STEP)}.`)
  })
})

it('an earlier database without rules of its steps is refused, and no byte of its file changes', async () => {
  const { readContent } = await unpackFiles()
  await runSql(join(folder, 'kitroom.db'), 'drop table migration_rule')
  const before = await readContent()
  const env = { ...process.env, KITROOM_DATA_DIR: folder, KITROOM_PORT: '0' }
  expect((await runFile('server/main.ts', [], env)).code).toBe(1)
  expect(await readContent()).toEqual(before)
})

it.skipIf(!hasPostgres)(`a backup is not restored over an earlier database${withoutPostgres}`, async () => {
  using source = createDataFolder()
  await createAccount(source.dataDir, 'Alice')
  const backup = join(folder, 'backup')
  await kitroomJson(source.dataDir, ['backup', '--out', backup, '--only', 'api'])
  const database = await loadDump()
  const before = await database.readContent()
  const { code, err } = await kitroom(join(folder, 'target'), ['restore', '--from', backup, '--yes'], database.env)
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining(`names was ${madeBefore(API_STEP)} and is not overwritten.`) as string,
  })
  expect(await database.readContent()).toEqual(before)
})

it.each([
  ['backup', [], API_STEP],
  ['backup', ['--only', 'worker'], API_STEP],
  ['backupOfWorkerFile', [], STATE_STEP],
  ['backupOfWorkerRows', [], STATE_STEP],
])('an earlier backup, %s %j, is refused before anything is touched', async (name, flags, step) => {
  const backup = join(folder, 'unpacked')
  mkdirSync(backup)
  execFileSync('tar', ['-xzf', join(EARLIER, `${name}.tar.gz`), '-C', backup])
  const target = join(folder, 'target')
  const { code, err } = await kitroom(target, ['restore', '--from', backup, '--yes', ...flags])
  expect({ code, isTouched: existsSync(target) }).toEqual({ code: 1, isTouched: false })
  expect(err).toContain(`This backup was ${madeBefore(step)}. Restore it with the version that made it.`)
})
