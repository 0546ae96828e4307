import { expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { createSeededRandom } from '../support/random.ts'
import { startServer, createDataFolder, type DataFolder } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { createOracle, settle, writeUntilGone, type Oracle } from './oracle.ts'
import { fullOrSmall } from '../support/counts.ts'
import { pause } from '../support/wait.ts'
import { runSeed } from '../support/seed.ts'

/** For all databases together. */
const CYCLE_COUNT = Number(process.env['CRASH_CYCLES'] ?? fullOrSmall(50, 6))
const DATABASES = wantsPostgres ? 2 : 1
const CYCLES_PER_DATABASE = Math.ceil(CYCLE_COUNT / DATABASES)
const WRITER_COUNT = 16
const CHECK_ALL_EVERY = 10
/** PostgreSQL crashes too in every third cycle. */
const POSTGRES_CRASH_EVERY = 3

async function killAndCompare(database: string, folder: DataFolder, postgres?: PostgresServer): Promise<Oracle> {
  const seed = runSeed
  const random = createSeededRandom(seed)
  const { api_key: key } = await createAccount(folder.dataDir, 'Crash')
  const oracle = createOracle()
  for (let cycle = 1; cycle <= CYCLES_PER_DATABASE + 1; cycle++) {
    const server = await startServer(folder.dataDir)
    const api = createApi(server.url, key)
    await settle(api, oracle)
    const storedRows = await runSql<{ record: string }>(folder.databaseFile, 'select record from gear order by id')
    const expectedItems = [...oracle.items.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(
      storedRows.map((row) => JSON.parse(row.record) as unknown),
      `seed ${seed}, cycle ${cycle}`,
    ).toEqual(expectedItems)
    expect((await api.get('/gear?limit=1')).pagination().total).toBe(expectedItems.length)
    if (cycle > CYCLES_PER_DATABASE) await server.stop()
    else {
      const busyIds = new Set<string>()
      const writers = Array.from({ length: WRITER_COUNT }, () => writeUntilGone(api, oracle, busyIds, random))
      await pause(10 + random.int(250), 'the kill comes at a random moment')
      await server.kill()
      await Promise.all(writers)
      if (postgres && cycle % POSTGRES_CRASH_EVERY === 0) {
        await postgres.stop('immediate')
        await postgres.start()
      }
    }
    // The audit may lack reads of the last second, but its chain is complete.
    if (cycle % CHECK_ALL_EVERY === 0 || cycle > CYCLES_PER_DATABASE) await checkInvariants(folder.databaseFile)
  }
  console.log(
    `${database}: ${CYCLES_PER_DATABASE} kills, ${oracle.acknowledged} writes acknowledged; ` +
      `unanswered: ${oracle.done} done (${oracle.replayed} replayed by key), ${oracle.notDone} not; ${oracle.items.size} items; seed ${seed}`,
  )
  return oracle
}

const promise = `the server loses no acknowledged write through ${CYCLES_PER_DATABASE} × kill -9 under write load`

it(`${promise} on SQLite`, async () => {
  using folder = createDataFolder()
  const oracle = await killAndCompare('SQLite', folder)
  expect(oracle.acknowledged).toBeGreaterThan(CYCLES_PER_DATABASE)
  expect(oracle.unanswered).toEqual([])
})

it.skipIf(!wantsPostgres)(
  `${promise} on PostgreSQL, which crashes too every ${POSTGRES_CRASH_EVERY} times${withoutPostgres}`,
  async () => {
    const postgres = await startPostgres()
    try {
      using folder = createDataFolder(postgres.url)
      const oracle = await killAndCompare('PostgreSQL', folder, postgres)
      expect(oracle.acknowledged).toBeGreaterThan(CYCLES_PER_DATABASE)
      expect(oracle.unanswered).toEqual([])
    } finally {
      await postgres.remove()
    }
  },
)
