import { expect, it } from 'vitest'
import { verifyWebhook } from '../../platform/webhookSignature.ts'
import { createAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { createSeededRandom } from '../support/random.ts'
import { startServer, createDataFolder, type DataFolder } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { createEndpoint, startReceiver, type Receiver } from '../support/webhooks.ts'
import { createOracle, settle, writeUntilGone } from './oracle.ts'
import { fullOrSmall } from '../support/counts.ts'
import { pause, until } from '../support/wait.ts'
import { runSeed } from '../support/seed.ts'

const CYCLE_COUNT = Number(process.env['CRASH_CYCLES'] ?? fullOrSmall(12, 2))
const WRITER_COUNT = 8
/** PostgreSQL crashes too in every third cycle. */
const POSTGRES_CRASH_EVERY = 3
const env = { KITROOM_WEBHOOK_ALLOW: '127.0.0.1/32:*' }

/** Checks signature and bytes of each delivery. @returns the ids of the events */
function verified(receiver: Receiver, secret: string, bodies: ReadonlyMap<string, string>): Set<string> {
  const ids = new Set<string>()
  for (const { headers, body } of receiver.arrivals) {
    const nowMs = Number(headers['webhook-timestamp']) * 1000
    const result = verifyWebhook({ headers, body, secrets: [secret], nowMs })
    if (!result.ok) throw new Error(`a delivery did not verify: ${result.reason}`)
    expect(body, 'the delivery carries a committed event').toBe(bodies.get(result.id))
    ids.add(result.id)
  }
  return ids
}

/**
 * Kills the server under write load.
 * @returns the ids of the events that were committed, and of those that were delivered
 */
async function killAndCount(
  name: string,
  folder: DataFolder,
  postgres?: PostgresServer,
): Promise<Record<'committed' | 'received', Set<string>>> {
  const random = createSeededRandom(runSeed)
  const account = await createAccount(folder.dataDir, 'Crash')
  const oracle = createOracle()
  await using receiver = await startReceiver()
  let secret = ''
  for (let cycle = 1; cycle <= CYCLE_COUNT; cycle++) {
    const server = await startServer(folder.dataDir, { env })
    if (cycle === 1) secret = await createEndpoint(server.url, account.owner_key, receiver.url)
    const api = createApi(server.url, account.api_key)
    await settle(api, oracle)
    const busyIds = new Set<string>()
    const writers = Array.from({ length: WRITER_COUNT }, () => writeUntilGone(api, oracle, busyIds, random))
    await pause(20 + random.int(400), 'the kill comes at a random moment')
    await server.kill()
    await Promise.all(writers)
    if (postgres && cycle % POSTGRES_CRASH_EVERY === 0) {
      await postgres.stop('immediate')
      await postgres.start()
    }
  }
  await using server = await startServer(folder.dataDir, { env })
  await settle(createApi(server.url, account.api_key), oracle)
  const readEvents = async (): Promise<Map<string, string>> => {
    const rows = await runSql<{ id: string; body: string }>(folder.databaseFile, 'select id, body from event')
    return new Map(rows.map(({ id, body }) => [id, body]))
  }
  const bodies = await readEvents()
  // A killed server's deliveries are sent again when its lease has expired, after 30 seconds.
  const countArrived = (): number => new Set(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).size
  await until('every event is delivered', () => countArrived() >= bodies.size)
  const [openAttempts] = await runSql<{ attempts: number }>(
    folder.databaseFile,
    'select count(*) as attempts from webhook_attempt where duration_ms is null',
  )
  console.log(
    `${name}: ${CYCLE_COUNT} kills, ${bodies.size} events, ${receiver.arrivals.length} deliveries (${receiver.arrivals.length - bodies.size} more than once), ` +
      `${Number(openAttempts?.attempts)} unfinished attempts`,
  )
  await server.stop()
  await checkInvariants(folder.databaseFile)
  return { committed: new Set(bodies.keys()), received: verified(receiver, secret, bodies) }
}

const promise = `every committed write is delivered, and nothing else, through ${CYCLE_COUNT} × kill -9`

it(`${promise} on SQLite`, async () => {
  using folder = createDataFolder()
  const { committed, received } = await killAndCount('SQLite', folder)
  expect(committed.size).toBeGreaterThan(CYCLE_COUNT)
  expect(received).toEqual(committed)
})

it.skipIf(!wantsPostgres)(
  `${promise} on PostgreSQL, which crashes too every ${POSTGRES_CRASH_EVERY} times${withoutPostgres}`,
  async () => {
    const postgres = await startPostgres()
    try {
      using folder = createDataFolder(postgres.url)
      const { committed, received } = await killAndCount('PostgreSQL', folder, postgres)
      expect(committed.size).toBeGreaterThan(CYCLE_COUNT)
      expect(received).toEqual(committed)
    } finally {
      await postgres.remove()
    }
  },
)
