import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../server/db/migrations/index.ts'
import { deriveTables } from '../../../platform/sql/rows/tables.ts'
import { createBoxKey, readBoxKeys } from '../../../platform/boxKey.ts'
import { createAccount, runOperatorCommand, type TestAccount } from '../../support/account.ts'
import { camera, createApi, type Api } from '../../support/api.ts'
import { runSql } from '../../support/database.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { findProgram } from '../../support/programs.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../../support/server.ts'
import { kitroom, kitroomJson, manifestOf, runShell, startCommand } from './support.ts'
import { until } from '../../support/wait.ts'

let folder: DataFolder
let server: ChildServer
let account: TestAccount
let api: Api

beforeAll(async () => {
  folder = createDataFolder()
  server = await startServer(folder.dataDir)
  account = await createAccount(folder.dataDir, 'Alice')
  api = createApi(server.url, account.api_key)
  const key = (await runOperatorCommand(folder.dataDir, 'workerKey', '--account', account.account_id)) as {
    api_key: string
  }
  writeFileSync(join(folder.dataDir, 'worker.json'), JSON.stringify({ url: server.url, api_key: key.api_key }), {
    mode: 0o600,
  })
  writeFileSync(join(folder.dataDir, 'cli.json'), JSON.stringify({ url: server.url, api_key: account.api_key }), {
    mode: 0o600,
  })
  for (let index = 0; index < 20; index++)
    await api.createItem({ model: `Mark ${index}`, warranty_expires_on: '2030-01-01' })
})
afterAll(async () => {
  await server.stop()
  await checkInvariants(folder.databaseFile)
  folder[Symbol.dispose]()
})

const inFolder = (name: string): string => join(folder.dataDir, name)

function allFiles(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? allFiles(join(path, entry.name)) : [join(path, entry.name)],
  )
}

describe('kitroom backup', () => {
  it('contains every table of the schema', async () => {
    const tables = await runSql<{ name: string }>(
      folder.databaseFile,
      "select name from sqlite_master where type = 'table'",
    )
    const steps = deriveTables(migrations)
    expect(steps.map(({ name }) => name).toSorted()).toEqual(
      tables
        .map(({ name }) => name)
        // SQLite adds its statistics after a while.
        .filter((name) => !name.startsWith('migration') && !name.startsWith('sqlite_'))
        .toSorted(),
    )
    for (const { name, columns, key } of steps) {
      const keyColumns = await runSql<{ name: string; pk: number }>(
        folder.databaseFile,
        `select name, pk from pragma_table_info('${name}')`,
      )
      expect(columns.toSorted(), `columns of ${name}`).toEqual(keyColumns.map((column) => column.name).toSorted())
      const keyed = keyColumns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
      expect(key, `key of ${name}`).toEqual(keyed.map((column) => column.name))
    }
  })

  it('is one snapshot of a database under writes', async () => {
    const stop = new AbortController()
    let count = 0
    const load = Array.from({ length: 8 }, async () => {
      while (!stop.signal.aborted) {
        await api.createItem({ model: `Busy ${count++}`, warranty_expires_on: '2031-01-01' })
        await api.get('/gear?limit=5')
      }
    })
    const madeBackup = await kitroomJson(folder.dataDir, ['backup', '--out', inFolder('busy')])
    stop.abort()
    await Promise.all(load)
    expect(madeBackup).toMatchObject({
      folder: inFolder('busy'),
      parts: ['api'],
      accounts: [{ account_id: account.account_id, name: 'Alice' }],
    })
    const lines = (table: string): Record<string, unknown>[] =>
      gunzipSync(readFileSync(inFolder(`busy/api/${table}.ndjson.gz`)))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    const [state] = lines('account_state')
    const gear = lines('gear').length
    expect(gear).toBeGreaterThanOrEqual(20)
    // Each item has a warranty document, two events and an audit row.
    expect(lines('document')).toHaveLength(gear)
    expect(lines('event')).toHaveLength(2 * gear)
    expect(state?.['event_seq']).toBe(2 * gear)
    expect(lines('audit').length).toBe(state?.['audit_seq'])
    expect(count, 'writes continued during the backup').toBeGreaterThan(0)
  })

  it('is readable by its owner only, and has secrets only in the key files', async () => {
    await kitroomJson(folder.dataDir, ['backup', '--out', inFolder('sealed')])
    expect(statSync(inFolder('sealed')).mode & 0o777).toBe(0o700)
    const files = allFiles(inFolder('sealed'))
    for (const file of files) expect(statSync(file).mode & 0o777, `mode of ${file}`).toBe(0o600)
    const keys = files
      .filter((file) => file.startsWith(inFolder('sealed/keys/')))
      .map((file) => file.slice(inFolder('sealed/keys/').length))
    expect(keys.toSorted()).toEqual(['cli.json'])
    const otherFiles = files.filter((file) => !file.includes('/keys/')).map((file) => readFileSync(file))
    const texts = otherFiles.map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1'))
    for (const secret of [account.api_key, account.owner_key])
      expect(texts.some((text) => text.includes(secret))).toBe(false)
  })

  it('includes the worker if there is one, and either part alone with --only', async () => {
    await runSql(inFolder('worker.db'), 'create table fact (name text primary key, value text not null)')
    createBoxKey(folder.dataDir)
    try {
      const twoBackups = await kitroomJson(folder.dataDir, ['backup', '--out', inFolder('both')])
      expect(twoBackups).toMatchObject({ parts: ['worker', 'api'] })
      expect(readdirSync(inFolder('both/keys')).toSorted()).toEqual(['cli.json', 'encryption.key', 'worker.json'])
      expect(
        await kitroomJson(folder.dataDir, ['backup', '--only', 'worker', '--out', inFolder('worker')]),
      ).toMatchObject({ parts: ['worker'] })
      expect(manifestOf(inFolder('worker'))).toMatchObject({ schema: [], accounts: [] })
      expect(readdirSync(inFolder('worker/keys')).toSorted()).toEqual(['encryption.key', 'worker.json'])
      for (const backup of ['both', 'worker']) {
        const restored = inFolder(`restored-${backup}`)
        await kitroomJson(restored, ['restore', '--from', inFolder(backup), '--only', 'worker'])
        expect(readBoxKeys(restored)).toEqual(readBoxKeys(folder.dataDir))
      }
      const otherFolder = inFolder('other-key')
      const otherKey = createBoxKey(otherFolder)
      await kitroomJson(otherFolder, ['restore', '--from', inFolder('both'), '--only', 'worker'])
      expect(readBoxKeys(otherFolder), 'the server may need it').toEqual(otherKey)
      expect(await runSql(inFolder('both/worker.db'), 'select count(*) as n from fact')).toEqual([{ n: 0 }])
    } finally {
      for (const name of ['worker.db', 'worker.db-wal', 'worker.db-shm', 'encryption.key'])
        rmSync(inFolder(name), { force: true })
    }
  })

  it('never overwrites; for an existing folder or a trailing slash it creates a dated folder inside', async () => {
    await kitroomJson(folder.dataDir, ['backup', '--out', inFolder('once')])
    const manifestBefore = readFileSync(inFolder('once/manifest.json'), 'utf8')
    const secondBackup = await kitroom(folder.dataDir, ['backup', '--out', inFolder('once')])
    expect(secondBackup).toMatchObject({ code: 1, out: '' })
    expect(secondBackup.err).toContain('is there already and is not overwritten')
    expect(readFileSync(inFolder('once/manifest.json'), 'utf8')).toBe(manifestBefore)
    mkdirSync(inFolder('many/kitroom-20200101T000000Z.unfinished-4194304'), { recursive: true })
    mkdirSync(inFolder(`many/kitroom-20200101T000000Z.unfinished-${process.pid}`))
    const madeBackup = await kitroomJson(folder.dataDir, ['backup', '--out', inFolder('many')])
    expect(madeBackup['folder']).toMatch(/\/many\/kitroom-\d{8}T\d{6}Z$/)
    expect(readdirSync(inFolder('many')), 'the files of a killed backup are removed, others stay').toHaveLength(2)
    expect((await kitroomJson(folder.dataDir, ['backup', '--out', `${inFolder('slash')}/`]))['folder']).toMatch(
      /\/slash\/kitroom-\d{8}T\d{6}Z$/,
    )
  })

  it('reports a wrong option or data folder in a sentence', async () => {
    const refusalOf = async (args: string[], dataDir = folder.dataDir): Promise<string> => {
      const { code, err } = await kitroom(dataDir, ['backup', ...args])
      expect(code).toBe(1)
      return err
    }
    expect(await refusalOf(['--out', inFolder('x'), '--only', 'half'])).toContain('--only must be api or worker.')
    expect(await refusalOf(['--out', inFolder('x'), '--only', 'worker'])).toContain(
      `There is no database at ${inFolder('worker.db')}.`,
    )
    expect(await refusalOf(['--out', inFolder('x')], inFolder('nothing'))).toContain(
      'Say where the data is with KITROOM_DATA_DIR.',
    )
    expect(existsSync(inFolder('x'))).toBe(false)
    expect(existsSync(inFolder('nothing'))).toBe(false)
  })

  it('leaves no files when the disk is full', async () => {
    await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        api.createItem(camera({ model: `Full ${index}`, notes: String(Math.random()).repeat(400) })),
      ),
    )
    mkdirSync(inFolder('small'))
    const node = process.execPath
    // A limit on the size of files acts like a full disk, and needs no root.
    const script = `ulimit -f 40; exec "${node}" "${findProgram('server/operator/backup.ts')}" --out "${inFolder('small/backup')}"`
    const result = await runShell(script, { KITROOM_DATA_DIR: folder.dataDir })
    expect(result.err).toContain('is full or fails. Nothing was kept; make room and try again.')
    expect(result.code).toBe(1)
    expect(readdirSync(inFolder('small'))).toEqual([])
  })

  it('leaves no files when it is stopped', async () => {
    mkdirSync(inFolder('stopped'))
    const stopOne = async (name: string): Promise<{ code: number | null; last: string | undefined }> => {
      const backup = startCommand(folder.dataDir, 'backup.ts', ['--out', inFolder(`stopped/${name}`)])
      await backup.waitForOutput(/Copying account/)
      backup.child.kill('SIGTERM')
      const { code, err } = await backup.ended
      return { code, last: err.trim().split('\n').at(-1) }
    }
    // A backup may be complete before the signal reaches it.
    let completeCount = 0
    const ended = await until('a backup is stopped before it is complete', async () => {
      const one = await stopOne(String(completeCount))
      if (one.code !== 0) return one
      completeCount += 1
      return undefined
    })
    expect(ended).toEqual({ code: 130, last: 'Stopped. Nothing was kept.' })
    expect(readdirSync(inFolder('stopped'))).toHaveLength(completeCount)
  })

  it('fails where it may not write', async () => {
    mkdirSync(inFolder('closed'))
    writeFileSync(inFolder('closed/file'), '')
    chmodSync(inFolder('closed/file'), 0o400)
    const { code, err } = await kitroom(folder.dataDir, ['backup', '--out', inFolder('closed/file/backup')])
    expect(code).toBe(1)
    expect(err).toMatch(/ENOTDIR|EEXIST/)
  })
})

describe('kitroom account recover', () => {
  it('creates a new owner key and revokes the old one', async () => {
    const asOwner = (key: string): Promise<number> =>
      createApi(server.url, key)
        .send('GET', '//settings/v1/keys')
        .then((reply) => reply.status)
    expect(await asOwner(account.owner_key)).toBe(200)
    const recovered = await kitroomJson(folder.dataDir, ['account', 'recover', '--account', account.account_id])
    expect(recovered).toMatchObject({ account_id: account.account_id, revoked: 1 })
    expect(await asOwner(account.owner_key)).toBe(401)
    expect(await asOwner(String(recovered['owner_key']))).toBe(200)
    const unknownAccountRun = await kitroom(folder.dataDir, [
      'account',
      'recover',
      '--account',
      '0192f0c1-0000-7000-8000-000000000000',
    ])
    expect(unknownAccountRun).toMatchObject({ code: 1, out: '' })
    expect(unknownAccountRun.err).toContain('There is no account with this id.')
  })
})
