import { setTimeout as wait } from 'node:timers/promises'
import { runLoad } from './load.ts'
import { probeFdatasync, residentMb } from './probes.ts'
import type { Counted } from './receiver.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { spread, spreadText, type Spread } from './statistics.ts'
import { startReceiver, startServer, type BenchReceiver, type BenchServer } from './webhookServer.ts'

export interface WebhookBench {
  databaseUrl: string
  /** Folder of the database and of the disk probe. */
  folder: string
  items: number
  keys: { api: string; owner: string }
  pairs: number
  seconds: number
}

const ENDPOINTS = 10
/** Minimum deliveries per endpoint. */
const MIN_EVENTS = 5000
const DRAIN_LIMIT_MS = 10 * 60_000
const GOALS = { deliveriesPerSecond: 1000, writesRatio: 0.7 }

interface Bench {
  server: BenchServer
  receiver: BenchReceiver
  create: Scenario
  seconds: number
}

async function register({ server, receiver }: Bench, count: number): Promise<string[]> {
  const secrets: Record<string, string> = {}
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const body = { url: `http://127.0.0.1:${receiver.port}/${number}`, events: ['*'] }
    const { id, secret } = await server.settings<{ id: string; secret: string }>('POST', '/webhooks', body)
    secrets[`/${number}`] = secret
    ids.push(id)
  }
  await receiver.setSecrets(secrets)
  return ids
}

/** Waits for at least this many deliveries and an empty queue. @throws Error on a timeout or a wrong signature */
async function drain({ server, receiver }: Bench, endpoints: readonly string[], atLeast: number): Promise<Counted & { tookSeconds: number }> {
  const sum: Counted = { delivered: 0, verified: 0, refused: 0, seconds: 0 }
  const startMs = performance.now()
  const waits = async (id: string): Promise<boolean> =>
    (await server.settings<unknown[]>('GET', `/webhooks/${id}/deliveries?status=pending&limit=1`)).length > 0
  for (let left = true; left;) {
    await wait(100)
    const { delivered, verified, refused, seconds } = await receiver.count()
    Object.assign(sum, { delivered: sum.delivered + delivered, verified: sum.verified + verified, refused: sum.refused + refused, seconds })
    left = sum.delivered < atLeast || (await Promise.all(endpoints.map(waits))).includes(true)
    if (performance.now() - startMs > DRAIN_LIMIT_MS) throw new Error(`only ${sum.delivered} of ${atLeast} deliveries came`)
  }
  if (sum.refused > 0 || sum.verified === 0) throw new Error(`${sum.refused} signatures were wrong, ${sum.verified} right`)
  return { ...sum, tookSeconds: (performance.now() - startMs) / 1000 }
}

const remove = async ({ server }: Bench, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await server.settings('DELETE', `/webhooks/${id}`)
}

async function makeEvents({ server, create, seconds }: Bench): Promise<void> {
  for (let events = 0; events < MIN_EVENTS;) events += (await runLoad(server.url, create.load, seconds)).requests
}

/** Deliveries per second of a backlog, replayed to new endpoints. */
async function measureDeliveries(bench: Bench, since: string, count: number): Promise<Counted & { perSecond: number }> {
  const { server } = bench
  const ids = await register(bench, count)
  const startMs = performance.now()
  let expected = 0
  for (const id of ids) {
    for (let cursor: string | null = '', next = {}; cursor !== null; next = { cursor }) {
      const replayed = await server.settings<{ deliveries: number; next_cursor: string | null }>('POST', `/webhooks/${id}/replay`, { since, ...next })
      expected += replayed.deliveries
      cursor = replayed.next_cursor
    }
  }
  const counted = await drain(bench, ids, expected)
  const perSecond = counted.delivered / ((performance.now() - startMs) / 1000)
  await remove(bench, ids)
  return { ...counted, perSecond }
}

interface Pair {
  without: number
  with: number
  deliveries: number
  drainSeconds: number
  /** Deliveries after the end of the load. */
  drainPerSecond: number
}

/** Writes per second without endpoints, then with ten that receive everything. */
async function measurePair(bench: Bench): Promise<Pair> {
  const { server, receiver, create, seconds } = bench
  const before = await runLoad(server.url, create.load, seconds)
  const ids = await register(bench, ENDPOINTS)
  await receiver.count()
  const during = await runLoad(server.url, create.load, seconds)
  if (before.errors + during.errors > 0) throw new Error(`${before.errors + during.errors} writes were refused`)
  const early = await receiver.count()
  const { delivered, tookSeconds } = await drain(bench, ids, during.requests * ENDPOINTS - early.delivered)
  await remove(bench, ids)
  return {
    without: before.requests / before.seconds,
    with: during.requests / during.seconds,
    deliveries: early.delivered + delivered,
    drainSeconds: tookSeconds,
    drainPerSecond: delivered / tookSeconds,
  }
}

const describeTarget = (met: boolean, wanted: string): string => (met ? `meets ${wanted}` : `MISSES ${wanted}`)

function print(one: Counted & { perSecond: number }, ten: Counted & { perSecond: number }, pairs: readonly Pair[], rssMb: number): void {
  for (const [name, { perSecond, delivered, verified }] of [
    ['one endpoint ', one],
    ['ten endpoints', ten],
  ] as const)
    console.log(
      `${name}: ${perSecond.toFixed(0)} deliveries/s (${delivered}, ${verified} of them verified): ${describeTarget(perSecond >= GOALS.deliveriesPerSecond, `≥ ${GOALS.deliveriesPerSecond}/s`)}`,
    )
  const of = (pick: (pair: Pair) => number): Spread => spread(pairs.map(pick))
  const ratio = of((pair) => pair.with / pair.without)
  console.log(`creates/s without endpoints ${spreadText(of((pair) => pair.without))}, with ${ENDPOINTS} ${spreadText(of((pair) => pair.with))}`)
  console.log(`  ratio ${spreadText(ratio, 2)}: ${describeTarget(ratio.median >= GOALS.writesRatio, `≥ ${GOALS.writesRatio}`)}`)
  console.log(
    `  backlog of ${spreadText(of((pair) => pair.deliveries))} deliveries was gone ${spreadText(
      of((pair) => pair.drainSeconds),
      1,
    )} s after the load, at ${spreadText(of((pair) => pair.drainPerSecond))}/s`,
  )
  console.log(`memory of the server at the end ${rssMb.toFixed(0)} MB`)
}

/** Measures the throughput and cost of webhooks. Load and receiver share a core; the server has the other. */
export async function benchWebhooks({ databaseUrl, folder, items, keys, pairs, seconds }: WebhookBench): Promise<void> {
  const create = scenarios(keys.api, items, []).find(({ name }) => name.startsWith('create'))
  if (!create) throw new Error('there is no scenario that creates')
  const disk = probeFdatasync(folder)
  console.log(`disk: fdatasync ${disk.medianUs.toFixed(0)} µs median, ${disk.p99Us.toFixed(0)} µs p99; ${items} items`)
  const receiver = await startReceiver()
  const server = await startServer(databaseUrl, folder, keys.owner, receiver.port)
  const bench: Bench = { server, receiver, create, seconds }
  try {
    const since = new Date().toISOString()
    await makeEvents(bench)
    const [one, ten] = [await measureDeliveries(bench, since, 1), await measureDeliveries(bench, since, ENDPOINTS)]
    const measured: Pair[] = []
    for (let pair = 0; pair < pairs; pair++) measured.push(await measurePair(bench))
    print(one, ten, measured, residentMb(server.pid))
  } finally {
    await server.stop()
    receiver.stop()
  }
}
