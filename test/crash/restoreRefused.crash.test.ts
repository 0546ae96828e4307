import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { createAccount, runOperatorCommand } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { toCompilable, runSql } from '../support/database.ts'
import { startServer, createDataFolder, type DataFolder } from '../support/server.ts'
import { kitroom, kitroomJson, manifestOf } from '../server/operator/support.ts'

let source: DataFolder
let backup: string
let target: DataFolder

const pathIn = (folder: DataFolder, ...names: string[]): string => join(folder.dataDir, ...names)

beforeAll(async () => {
  source = createDataFolder()
  const { api_key: key } = await createAccount(source.dataDir, 'Alice')
  backup = pathIn(source, 'backup')
  await using server = await startServer(source.dataDir)
  const api = createApi(server.url, key)
  for (let index = 0; index < 30; index++) await api.createItem({ asset_tag: `R-${index}` })
  await kitroomJson(source.dataDir, ['backup', '--out', backup])
})
afterAll(() => source[Symbol.dispose]())
beforeEach(() => {
  target = createDataFolder()
  return () => target[Symbol.dispose]()
})

describe('an invalid backup is refused before anything changes', () => {
  const copy = (): string => {
    const folder = pathIn(target, 'copy')
    cpSync(backup, folder, { recursive: true })
    return folder
  }
  const refusal = async (folder: string): Promise<string> => {
    const emptyFolder = pathIn(target, 'empty')
    const { code, err } = await kitroom(emptyFolder, ['restore', '--from', folder])
    expect(code).toBe(1)
    expect(existsSync(emptyFolder)).toBe(false)
    return err
  }
  /** Changes the manifest and updates its checksum. */
  const rewrite = (folder: string, change: (manifest: Record<string, unknown>) => void): void => {
    const { check: _, ...manifest } = manifestOf(folder) as Record<string, unknown>
    change(manifest)
    writeFileSync(
      join(folder, 'manifest.json'),
      JSON.stringify({ ...manifest, check: hash('sha256', JSON.stringify(manifest), 'hex') }),
    )
  }

  it('when a file is cut off, edited or missing', async () => {
    const folder = copy()
    const file = join(folder, 'api/gear.ndjson.gz')
    truncateSync(file, statSync(file).size - 10)
    expect(await refusal(folder)).toContain(`${file} was cut off.`)
    copyFileSync(join(backup, 'api/gear.ndjson.gz'), file)
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(file, bytes)
    expect(await refusal(folder)).toContain(`${file} is not what it was when it was made.`)
    rmSync(file)
    expect(await refusal(folder)).toContain(`${file} is missing.`)
  })

  it('when its manifest is edited, cut off or missing', async () => {
    const folder = copy()
    const manifest = join(folder, 'manifest.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('Alice', 'Alise'))
    expect(await refusal(folder)).toContain(`${manifest} is damaged or was edited.`)
    truncateSync(manifest, 100)
    expect(await refusal(folder)).toContain(`${manifest} is damaged or was edited.`)
    rmSync(manifest)
    expect(await refusal(folder)).toContain(`${folder} is no backup: it has no manifest.json.`)
  })

  it('when it has a newer format, version or schema', async () => {
    const folder = copy()
    rewrite(folder, (manifest) => (manifest['format'] = 3))
    expect(await refusal(folder)).toContain(
      'This backup was made by a newer Kitroom (0.1.0; this is 0.1.0). Restore it with that version.',
    )
    rewrite(folder, (manifest) => Object.assign(manifest, { format: 1, kitroom: '99.0.0' }))
    expect(await refusal(folder)).toContain('This backup was made by a newer Kitroom (99.0.0; this is 0.1.0).')
    rewrite(folder, (manifest) =>
      Object.assign(manifest, { kitroom: '0.1.0', schema: [...manifestOf(backup).schema, '9999_future'] }),
    )
    expect(await refusal(folder)).toContain('This backup was made by a newer Kitroom (it has 9999_future).')
  })

  it('when it names a path outside its folder', async () => {
    const folder = copy()
    rewrite(folder, (manifest) => {
      const [file] = manifest['files'] as { path: string; kind: string }[]
      Object.assign(file ?? {}, { path: '../../cli.json', kind: 'key' })
    })
    expect(await refusal(folder)).toContain('is damaged or was edited.')
  })
})

describe('an older backup', () => {
  it('is restored and migrated to the newest schema', async () => {
    const oldFolder = pathIn(target, 'old')
    mkdirSync(oldFolder)
    const db = await openDatabase(`sqlite:${join(oldFolder, 'kitroom.db')}`)
    await migrate(db, migrations.slice(0, 1), '2026-01-01T00:00:00.000Z')
    await db.write(async (tx) => {
      await tx.query(toCompilable("insert into account (id, name, created_at) values ('a', 'Old', '2026-01-01')"))
      await tx.query(
        toCompilable(
          "insert into account_state (account_id, epoch, audit_hash, counters) values ('a', 'first', ?, '{}')",
          ['0'.repeat(64)],
        ),
      )
    })
    await db.close()
    expect(await kitroomJson(oldFolder, ['backup', '--out', pathIn(target, 'b')])).toMatchObject({
      accounts: [{ account_id: 'a', name: 'Old' }],
    })
    expect(manifestOf(pathIn(target, 'b')).schema).toEqual(['0001_first'])
    expect(
      await runSql(join(oldFolder, 'kitroom.db'), 'select name from migration'),
      'a backup changes no schema',
    ).toEqual([{ name: '0001_first' }])
    const newFolder = pathIn(target, 'new')
    expect(await kitroomJson(newFolder, ['restore', '--from', pathIn(target, 'b')])).toMatchObject({ counters: null })
    expect(await runSql(join(newFolder, 'kitroom.db'), 'select name from migration order by name')).toEqual(
      migrations.map(({ name }) => ({ name })),
    )
    expect(
      await runOperatorCommand(newFolder, 'accountCreate', '--name', 'New', '--email', 'new@example.com'),
    ).toHaveProperty('account_id')
  })
})
