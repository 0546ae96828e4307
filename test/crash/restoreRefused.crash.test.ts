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
import { migrations } from '../../server/db/migrations/index.ts'
import { createAccount, runOperatorCommandIn } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { makeLaterVersion } from '../support/laterVersion.ts'
import { startServer, createDataFolder, type DataFolder } from '../support/server.ts'
import { manifestOf, operate, operateJson } from '../server/operator/support.ts'

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
  await api.createItem({ asset_tag: 'R-30', warranty_expires_on: '2031-05-01' })
  await operateJson(source.dataDir, ['backup', '--out', backup])
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
    const { code, err } = await operate(emptyFolder, ['restore', '--from', folder])
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
  it('is restored by a later version and migrated to its newest step, and this version backs up no such data', async () => {
    using later = makeLaterVersion()
    const newFolder = pathIn(target, 'new')
    mkdirSync(newFolder)
    await runOperatorCommandIn(later.root, newFolder, 'restore', '--from', backup, '--only', 'api', '--yes')
    const file = join(newFolder, 'kitroom.db')
    const steps = ['9000_lens_hood', '9001_later']
    expect(manifestOf(backup).schema, 'a backup has the steps of its version').toEqual(
      migrations.map(({ name }) => name),
    )
    expect(await runSql(file, 'select name from migration order by name')).toEqual(
      [...migrations.map(({ name }) => name), ...steps].map((name) => ({ name })),
    )
    const documents = await runSql<{ expires_key: string; later: string }>(
      file,
      'select expires_key, later from document',
    )
    expect(documents.map(({ later: value }) => value)).toEqual(['2031-05-01'])
    const { code, err } = await operate(newFolder, ['backup', '--out', pathIn(target, 'b'), '--only', 'api'])
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(`made by a newer Kitroom (it has ${steps.join(', ')}).`) as string,
    })
    expect(
      await runOperatorCommandIn(later.root, newFolder, 'accountCreate', '--name', 'New', '--email', 'new@example.com'),
    ).toHaveProperty('account_id')
  })
})
