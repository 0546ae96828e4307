import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { fillDisk } from '../support/fillDisk.ts'
import { canMountDisks, mountDisk, unmountDisk } from '../support/smallDisk.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { createDataFolder, startServer, type ChildServer, type DataFolder } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { checkItems, startWriteLoad, waitForProgress } from '../support/writeLoad.ts'
import { pause } from '../support/wait.ts'
import { waitUntilAudited } from '../support/audited.ts'

const SIZE_MB = 160
/** How often the disk is filled again while the server is asked. */
const OUTAGE_ROUNDS = 30

const isMountable = wantsPostgres && canMountDisks()
const notRun = withoutPostgres || (isMountable ? '' : ' (NOT RUN: a disk of its own cannot be mounted by this user)')

/** Moves the files of a server to a small disk of its own. */
function moveToSmallDisk(dataFolder: string): void {
  const seed = `${dataFolder}.seed`
  renameSync(dataFolder, seed)
  mkdirSync(dataFolder)
  if (!mountDisk(dataFolder, SIZE_MB)) throw new Error('the disk could not be mounted')
  execFileSync('cp', ['-a', `${seed}/.`, dataFolder])
  rmSync(seed, { recursive: true })
}

describe.skipIf(!isMountable)(`a PostgreSQL whose disk becomes full under load${notRun}`, () => {
  let postgres: PostgresServer
  let folder: DataFolder
  let server: ChildServer
  let api: Api

  beforeAll(async () => {
    postgres = await startPostgres({ prepare: moveToSmallDisk })
    folder = createDataFolder(postgres.url)
    server = await startServer(folder.dataDir)
    api = createApi(server.url, (await createAccount(folder.dataDir, 'Full')).api_key)
  })
  afterAll(async () => {
    await server.stop()
    await postgres.stop()
    unmountDisk(postgres.dataFolder)
    await postgres.remove()
    folder[Symbol.dispose]()
  })

  it('refuses writes, serves reads, and loses and repeats none when there is room again', async () => {
    const filler = join(postgres.dataFolder, 'filler')
    const load = startWriteLoad([api], 'Full disk', 8)
    await waitForProgress(load)
    fillDisk(filler)
    await expect.poll(() => load.refusedCount()).toBeGreaterThan(0)
    for (let round = 0; round < OUTAGE_ROUNDS; round++) {
      await pause(100, 'the disk stays full for a while')
      fillDisk(filler)
      expect((await api.get('//healthz')).status).toBe(200)
    }
    const countBefore = load.ids.length
    await expect.poll(async () => (await api.get('//readyz')).status).toBe(503)
    expect((await api.get('/gear?limit=1')).status).toBe(200)
    rmSync(filler)
    // A service manager would restart a database that exited.
    if (postgres.hasEnded()) await postgres.start()
    await waitForProgress(load)
    await load.stop()
    console.log(`${countBefore} items before, ${load.ids.length} in the end, ${load.refusedCount()} refusals`)
    await checkItems(postgres.url, 'Full disk', load)
    await expect.poll(async () => (await api.get('//readyz')).status).toBe(200)
    await waitUntilAudited(api, postgres.url)
    await checkInvariants(postgres.url)
  })
})
