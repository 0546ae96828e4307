import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { sqlOn } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { seededRandom } from '../support/random.ts'
import { startServer, tempFolder } from '../support/server.ts'
import { createOracle, settle, writeUntilGone } from './oracle.ts'

const CYCLES = Number(process.env['CRASH_CYCLES'] ?? 50)
const WRITERS = 16
const CHECK_ALL_EVERY = 10

it(`keeps every acknowledged write through ${CYCLES} × kill -9 under write load`, async () => {
  const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
  const random = seededRandom(seed)
  using folder = tempFolder()
  const { api_key: key } = await createAccount(folder.dataDir, 'Crash')
  const oracle = createOracle()
  const startedAtMs = performance.now()
  for (let cycle = 1; cycle <= CYCLES + 1; cycle++) {
    const server = await startServer(folder.dataDir)
    const api = createApi(server.url, key)
    await settle(api, oracle)
    const stored = await sqlOn<{ record: string }>(folder.databaseFile, 'select record from gear order by id')
    const expected = [...oracle.items.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(
      stored.map((row) => JSON.parse(row.record) as unknown),
      `seed ${seed}, cycle ${cycle}`,
    ).toEqual(expected)
    expect((await api.get('/gear?limit=1')).pagination().total).toBe(expected.length)
    if (cycle > CYCLES) await server.stop()
    else {
      const busy = new Set<string>()
      const writers = Array.from({ length: WRITERS }, () => writeUntilGone(api, oracle, busy, random))
      await wait(10 + random.int(250))
      await server.kill()
      await Promise.all(writers)
    }
    // Reads of the last second may be missing from the audit, never a link of its chain.
    if (cycle % CHECK_ALL_EVERY === 0 || cycle > CYCLES) await checkInvariants(folder.databaseFile)
  }
  const seconds = (performance.now() - startedAtMs) / 1000
  console.log(
    `${CYCLES} kills in ${seconds.toFixed(1)} s (${(CYCLES / seconds).toFixed(2)} cycles/s), ${oracle.acknowledged} writes acknowledged; ` +
      `unanswered: ${oracle.done} done (${oracle.replayed} replayed by key), ${oracle.notDone} not; ${oracle.items.size} items; seed ${seed}`,
  )
  expect(oracle.acknowledged).toBeGreaterThan(CYCLES)
  expect(oracle.unanswered).toEqual([])
})
