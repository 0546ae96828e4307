import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { restrictFolder, ensurePrivateFolder } from '../../platform/privateFiles.ts'
import { openState } from '../../state/database/open.ts'
import { createAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { startServer, createDataFolder } from '../support/server.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777
const publicFiles = (folder: string): string[] =>
  readdirSync(folder).filter((name) => (modeOf(join(folder, name)) & 0o077) !== 0)
const modesIn = (folder: string): string[] =>
  readdirSync(folder).map((name) => `${name} ${modeOf(join(folder, name)).toString(8)}`)

it('the data folder and the SQLite database are private, even when they were created by hand', async () => {
  using folder = createDataFolder()
  const dataDir = join(folder.dataDir, 'kitroom')
  // Created by hand, under the usual umask.
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  writeFileSync(join(dataDir, 'kitroom.db'), '')
  chmodSync(join(dataDir, 'kitroom.db'), 0o644)
  const account = await createAccount(dataDir, 'Alice')
  chmodSync(dataDir, 0o755)
  for (const name of ['', '-wal', '-shm']) {
    writeFileSync(join(dataDir, `kitroom.db${name}`), '', { flag: 'a' })
    chmodSync(join(dataDir, `kitroom.db${name}`), 0o644)
  }
  await using server = await startServer(dataDir)
  await createApi(server.url, account.api_key).createItem()
  expect({ mode: modeOf(dataDir), publicFiles: publicFiles(dataDir) }).toEqual({ mode: 0o700, publicFiles: [] })
  expect(modesIn(dataDir)).toEqual(
    expect.arrayContaining(['kitroom.db 600', 'kitroom.db-shm 600', 'kitroom.db-wal 600']),
  )
})

it('a new data folder and database are private from the start, under any umask', async () => {
  using folder = createDataFolder()
  const dataDir = join(folder.dataDir, 'kitroom')
  mkdirSync(dataDir)
  await using server = await startServer(dataDir, { shellPrefix: 'umask 000;' })
  expect({ url: server.url, mode: modeOf(dataDir), publicFiles: publicFiles(dataDir) }).toEqual({
    url: server.url,
    mode: 0o700,
    publicFiles: [],
  })
  expect(modesIn(dataDir)).toEqual(
    expect.arrayContaining(['kitroom.db 600', 'kitroom.db-shm 600', 'kitroom.db-wal 600']),
  )
})

it("the worker's database is private too, with the other files of SQLite", async () => {
  using folder = createDataFolder()
  const file = join(folder.dataDir, 'worker.db')
  const otherConnection = new DatabaseSync(file)
  otherConnection.exec('PRAGMA journal_mode = WAL; CREATE TABLE x (y)')
  for (const name of ['', '-wal', '-shm']) chmodSync(file + name, 0o666)
  const state = await openState(`sqlite:${file}`, systemClock)
  expect(modesIn(folder.dataDir).toSorted()).toEqual(['worker.db 600', 'worker.db-shm 600', 'worker.db-wal 600'])
  await state.close()
  otherConnection.close()
})

it('a shared folder and the permissions of the owner are not changed', () => {
  using folder = createDataFolder()
  const shared = join(folder.dataDir, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  expect({ restrictFolder: restrictFolder(shared), mode: modeOf(shared) }).toEqual({
    restrictFolder: false,
    mode: 0o777,
  })
  const ownFolder = join(folder.dataDir, 'own')
  expect({ ensurePrivateFolder: ensurePrivateFolder(ownFolder), mode: modeOf(ownFolder) }).toEqual({
    ensurePrivateFolder: true,
    mode: 0o700,
  })
  chmodSync(ownFolder, 0o555)
  expect({ ensurePrivateFolder: ensurePrivateFolder(ownFolder), mode: modeOf(ownFolder) }).toEqual({
    ensurePrivateFolder: true,
    mode: 0o500,
  })
  expect(restrictFolder(join(folder.dataDir, 'none'))).toBe(true)
})
