import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from './account.ts'
import { createApi, type Api } from './api.ts'
import { prepareFaults, type Faults } from './faults/faults.ts'
import { startPostgres, type PostgresServer } from './postgresServer.ts'
import { startServer, createDataFolder } from './server.ts'

/** An API server on a PostgreSQL whose disk writes can be made to fail. */
export interface FaultyPostgres extends AsyncDisposable {
  postgres: PostgresServer
  disk: Faults
  loop: Faults
  api: Api
}

/** @param files the substring of the paths of files that fail */
export async function startFaultyPostgres(files: string): Promise<FaultyPostgres> {
  const diskFolder = mkdtempSync(join(tmpdir(), 'kitroom-disk-'))
  // PostgreSQL may run as another user, who must read the folder.
  chmodSync(diskFolder, 0o755)
  const disk = prepareFaults(diskFolder, files)
  const { LD_PRELOAD = '', KITROOM_FAULTS = '', KITROOM_FAULT_FILES = '' } = disk.env
  const postgres = await startPostgres({ env: { LD_PRELOAD, KITROOM_FAULTS, KITROOM_FAULT_FILES } })
  const folder = createDataFolder(postgres.url)
  const loop = prepareFaults(folder.dataDir)
  const server = await startServer(folder.dataDir, { env: loop.env })
  return {
    postgres,
    disk,
    loop,
    api: createApi(server.url, (await createAccount(folder.dataDir, 'Disk')).api_key),
    async [Symbol.asyncDispose]() {
      await server.stop()
      await postgres.remove()
      rmSync(diskFolder, { recursive: true, force: true })
      folder[Symbol.dispose]()
    },
  }
}
