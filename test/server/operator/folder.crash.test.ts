import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../support/account.ts'
import { fullOrSmall } from '../../support/counts.ts'
import { runFile, startFile, type CommandResult } from '../../support/run.ts'
import { startServer } from '../../support/server.ts'
import { runAdminStatement, hasPostgres, newDatabaseUrl, withoutPostgres } from '../../support/testDatabase.ts'
import { operate, operateJson } from './support.ts'

let folder: string
let dataDir: string
const pathIn = (...names: string[]): string => join(folder, ...names)
const makeFolder = (name: string): string => {
  mkdirSync(pathIn(name))
  return pathIn(name)
}
const databaseJson = (): string => readFileSync(join(dataDir, 'database.json'), 'utf8')
const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

async function start(env: Record<string, string> = {}, args: string[] = []): Promise<CommandResult> {
  const run = startFile('local/start.ts', args, {
    ...process.env,
    KITROOM_DATABASE_URL: undefined,
    KITROOM_DATA_DIR: dataDir,
    KITROOM_CONFIG: pathIn('kitroom.yaml'),
    KITROOM_PORT: '0',
    KITROOM_WORKER_PORT: '0',
    KITROOM_INGRESS_PORT: '0',
    // Nothing listens on this port, so an accepted start cannot continue.
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    ...env,
  })
  // An accepted start retries until it is stopped. A refused start exits.
  const keepsRunning = run.waitForOutput(/The worker does not run/).finally(() => run.child.kill('SIGTERM'))
  const [result] = await Promise.all([run.ended, keepsRunning.catch(() => undefined)])
  return result
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-folder-'))
  dataDir = makeFolder('data')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!hasPostgres)(`a data folder that was moved to PostgreSQL${withoutPostgres}`, () => {
  let url: string
  beforeEach(async () => {
    url = newDatabaseUrl()
    await runAdminStatement(`create database ${nameOf(url)}`)
    await createAccount(dataDir, 'Alice')
    await operateJson(dataDir, ['backup', '--out', pathIn('move')])
    await operateJson(dataDir, ['restore', '--from', pathIn('move'), '--only', 'api'], { KITROOM_DATABASE_URL: url })
  })
  afterEach(() => runAdminStatement(`drop database ${nameOf(url)} with (force)`))

  it('refuses every start on the SQLite file, and names both databases without a password', async () => {
    const refusal = new RegExp(
      `belongs to another database[^]*it belongs to +PostgreSQL, database ${nameOf(url)} on [^]*name +SQLite, .*kitroom\\.db`,
    )
    const env = { ...process.env, KITROOM_DATA_DIR: dataDir, KITROOM_DATABASE_URL: undefined }
    for (const isLeft of [true, false]) {
      if (!isLeft) renameSync(join(dataDir, 'kitroom.db'), pathIn('old.db'))
      const programs = [
        () => start(),
        () => runFile('server/main.ts', [], { ...env, KITROOM_PORT: '0' }),
        () => operate(dataDir, ['account', 'create', '--name', 'Bob', '--email', 'bob@example.com']),
        () => operate(dataDir, ['account', 'list']),
        () => operate(dataDir, ['backup', '--out', pathIn('wrong')]),
      ]
      // The small run has each once: without a file those that might create one, and the others beside it.
      const begin = isLeft ? fullOrSmall(0, 3) : 0
      const end = isLeft ? programs.length : fullOrSmall(programs.length, 3)
      for (const run of programs.slice(begin, end)) {
        const { code, err, out } = await run()
        expect(code, `${err}${out}`).toBe(1)
        expect(err).toMatch(refusal)
        expect(err).not.toContain('    at ')
      }
      expect(existsSync(join(dataDir, 'kitroom.db'))).toBe(isLeft)
      expect(existsSync(pathIn('wrong'))).toBe(false)
    }
    expect(databaseJson()).not.toMatch(/user|password/)
  })

  it('works on PostgreSQL, also after the database was renamed, and not on another database', async () => {
    await using server = await startServer(dataDir, { env: { KITROOM_DATABASE_URL: url } })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.stop()
    const otherUrl = newDatabaseUrl()
    await runAdminStatement(`create database ${nameOf(otherUrl)}`)
    const refusedRun = await operate(dataDir, ['account', 'list'], { KITROOM_DATABASE_URL: otherUrl })
    expect(refusedRun).toMatchObject({ code: 1, out: '' })
    expect(refusedRun.err).toContain('belongs to another database')
    await runAdminStatement(`drop database ${nameOf(otherUrl)} with (force)`)
    await runAdminStatement(`alter database ${nameOf(url)} rename to ${nameOf(otherUrl)}`)
    try {
      expect(await operateJson(dataDir, ['account', 'list'], { KITROOM_DATABASE_URL: otherUrl })).toMatchObject([
        { name: 'Alice' },
      ])
      expect(databaseJson()).toContain(nameOf(otherUrl))
    } finally {
      await runAdminStatement(`alter database ${nameOf(otherUrl)} rename to ${nameOf(url)}`)
    }
  })

  it('moves back to SQLite by a restore, which updates database.json', async () => {
    await operateJson(dataDir, ['backup', '--out', pathIn('back'), '--only', 'api'], { KITROOM_DATABASE_URL: url })
    await operateJson(dataDir, ['restore', '--from', pathIn('back'), '--replace', '--yes'])
    expect(await operateJson(dataDir, ['account', 'list'])).toMatchObject([{ name: 'Alice' }])
    expect(JSON.parse(databaseJson())).toMatchObject({ address: { kind: 'sqlite', file: 'kitroom.db' } })
    expect((await operate(dataDir, ['account', 'list'], { KITROOM_DATABASE_URL: url })).err).toContain(
      'belongs to another database',
    )
  })
})

it('npm start creates no account when the database is missing or lacks the account of the folder', async () => {
  await createAccount(dataDir, 'Alice')
  rmSync(join(dataDir, 'kitroom.db'))
  const refusedStart = await start()
  expect(refusedStart.code).toBe(1)
  expect(refusedStart.err).toContain('This database does not have the account that the data folder')
  expect(existsSync(join(dataDir, 'kitroom.db'))).toBe(false)
})

it('npm start never overwrites worker.json and cli.json of another database, even without a database.json', async () => {
  const account = await createAccount(dataDir, 'Alice')
  const otherAccount = await createAccount(makeFolder('other'), 'Bob')
  const files: Record<string, string> = {
    'worker.json': JSON.stringify({ api_key: account.api_key }),
    'cli.json': JSON.stringify({ url: 'http://127.0.0.1:1', api_key: account.api_key }),
  }
  for (const [name, text] of Object.entries(files)) {
    const ownFolder = pathIn(`with-${name}`)
    await operateJson(ownFolder, ['account', 'list'])
    writeFileSync(join(ownFolder, name), text)
    dataDir = ownFolder
    const refusedStart = await start()
    expect(refusedStart.code).toBe(1)
    expect(refusedStart.err).toMatch(new RegExp(`${name} .*is not overwritten`))
    expect(readFileSync(join(ownFolder, name), 'utf8')).toBe(text)
    expect(await operateJson(ownFolder, ['account', 'list'])).toEqual([])
  }
  dataDir = pathIn('other')
  writeFileSync(join(dataDir, 'cli.json'), files['cli.json'] ?? '')
  expect((await start()).err).toContain('holds a key that this database does not know, so it was left as it is')
  expect(readFileSync(join(dataDir, 'cli.json'), 'utf8')).toBe(files['cli.json'])
  expect(JSON.parse(readFileSync(join(dataDir, 'worker.json'), 'utf8'))).toMatchObject({
    account_id: otherAccount.account_id,
  })
})

it('npm start sets worker.json aside when --account names another account, and writes a lost cli.json again', async () => {
  const alice = await createAccount(dataDir, 'Alice')
  await start()
  const firstFile = readFileSync(join(dataDir, 'worker.json'), 'utf8')
  const key = (JSON.parse(readFileSync(join(dataDir, 'cli.json'), 'utf8')) as { api_key: string }).api_key
  expect(key).not.toBe(alice.api_key)
  const bob = await createAccount(dataDir, 'Bob')
  const movedStart = await start({}, ['--account', bob.account_id])
  const asidePath = /Its previous file is (.*)\.$/m.exec(movedStart.err)?.[1] ?? ''
  expect(readFileSync(asidePath, 'utf8')).toBe(firstFile)
  expect(JSON.parse(readFileSync(join(dataDir, 'worker.json'), 'utf8'))).toMatchObject({ account_id: bob.account_id })
  expect(readFileSync(join(dataDir, 'cli.json'), 'utf8')).toContain(key)
})
