import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { insertDeliveries } from '../../server/webhooks/dispatch/insertDeliveries.ts'
import { createAccount } from '../support/account.ts'
import { camera, createApi } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { startServer, createDataFolder, type ChildServer } from '../support/server.ts'
import { databaseUrl } from '../support/testDatabase.ts'
import { createEndpoint, startReceiver } from '../support/webhooks.ts'
import { fullOrSmall } from '../support/counts.ts'

const env = { KITROOM_WEBHOOK_ALLOW: '127.0.0.1/32:*' }

const PENDING_COUNT = fullOrSmall(100_000, 20_000)
const CLIENT_COUNT = 4
const MEASURE_MS = 6000

const agent = new Agent({ connections: CLIENT_COUNT })

/** Measures reads and writes of a few clients. @returns their latencies in milliseconds, sorted */
async function measure(server: ChildServer, key: string): Promise<number[]> {
  const latencies: number[] = []
  const endMs = performance.now() + MEASURE_MS
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const client = async (): Promise<void> => {
    for (let count = 0; performance.now() < endMs; count++) {
      const startMs = performance.now()
      const write = count % 4 === 0 ? ({ method: 'POST', body: JSON.stringify(camera()) } as const) : ({ method: 'GET' } as const)
      const { statusCode, body } = await agent.request({ origin: server.url, path: '/api/v1/gear', headers, ...write })
      await body.dump()
      if (statusCode >= 300) throw new Error(`answered with ${statusCode}`)
      latencies.push(performance.now() - startMs)
      await wait(2)
    }
  }
  await Promise.all(Array.from({ length: CLIENT_COUNT }, client))
  return latencies.toSorted((a, b) => a - b)
}

const p99 = (sortedMs: readonly number[]): number => sortedMs[Math.floor(sortedMs.length * 0.99)] ?? 0

async function residentMb(server: ChildServer): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  return Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
}

const linuxOnly = process.platform === 'linux' ? '' : ' (skipped: reads /proc)'

it.skipIf(linuxOnly !== '')(`${PENDING_COUNT} pending deliveries of a dead endpoint change neither latency nor memory${linuxOnly}`, async () => {
  using folder = createDataFolder()
  const account = await createAccount(folder.dataDir, 'Dead')
  await using server = await startServer(folder.dataDir, { env })
  // This receiver accepts connections and never answers, which is the worst case.
  await using deadReceiver = await startReceiver(() => undefined)
  await using livingReceiver = await startReceiver()
  await createEndpoint(server.url, account.owner_key, livingReceiver.url)
  await measure(server, account.api_key)
  const [latenciesBefore, memoryBefore] = [await measure(server, account.api_key), await residentMb(server)]
  await createEndpoint(server.url, account.owner_key, deadReceiver.url)
  await createApi(server.url, account.api_key).createItem()
  const db = await openDatabase(await databaseUrl(folder.databaseFile))
  const [endpoint] = await runSql<{ id: string }>(folder.databaseFile, 'select id from webhook_endpoint where url like ?', `${deadReceiver.url}%`)
  const [event] = await runSql<{ seq: number; id: string; type: string }>(folder.databaseFile, 'select seq, id, type from event order by seq desc')
  const row = { endpoint: endpoint?.id ?? '', seq: event?.seq ?? 0, eventId: event?.id ?? '', type: event?.type ?? '' }
  for (let insertedCount = 0; insertedCount < PENDING_COUNT; insertedCount += 1000)
    await db.write(
      async (tx) =>
        insertDeliveries(
          tx,
          account.account_id,
          Array.from({ length: 1000 }, () => row),
          systemClock.nowMs(),
        ),
      { durable: false },
    )
  await db.close()
  await wait(2000)
  const maxP99Ms = Math.max(3 * p99(latenciesBefore), p99(latenciesBefore) + 15)
  // Measures several times, because a busy machine slows only some measurements.
  let latenciesAfter = await measure(server, account.api_key)
  for (let tries = 1; tries < 4 && p99(latenciesAfter) >= maxP99Ms; tries++) latenciesAfter = await measure(server, account.api_key)
  const memoryAfter = await residentMb(server)
  const [pendingRows] = await runSql<{ rows: number }>(
    folder.databaseFile,
    'select count(*) as rows from webhook_delivery where next_at_ms is not null and endpoint_id = ?',
    row.endpoint,
  )
  console.log(
    `p99 ${p99(latenciesBefore).toFixed(1)} ms before, ${p99(latenciesAfter).toFixed(1)} ms with ${Number(pendingRows?.rows)} deliveries waiting (${latenciesBefore.length} and ${latenciesAfter.length} requests); ` +
      `RSS ${memoryBefore.toFixed(0)} MB before, ${memoryAfter.toFixed(0)} MB; ${deadReceiver.arrivals.length} probes, ${livingReceiver.arrivals.length} delivered to the living one`,
  )
  expect(Number(pendingRows?.rows)).toBeGreaterThanOrEqual(PENDING_COUNT - 100)
  expect(deadReceiver.arrivals.length, 'a dead endpoint is only probed').toBeLessThan(10)
  expect(livingReceiver.arrivals.length, 'the other endpoint receives new events').toBeGreaterThan(100)
  expect(p99(latenciesAfter)).toBeLessThan(maxP99Ms)
  expect(memoryAfter - memoryBefore).toBeLessThan(60)
})
