import { setTimeout as wait } from 'node:timers/promises'
import { describeMinimum, type Aim } from './goals.ts'
import { runLoad } from './load.ts'
import { probeFdatasync, readResidentMb } from './probes.ts'
import type { DeliveryCounts } from './receiver.ts'
import { createScenarios, type Scenario } from './scenarios.ts'
import { summarizeSpread, formatSpread, type Spread } from './statistics.ts'
import { startReceiver, startServer, type BenchReceiver, type BenchServer } from './webhookServer.ts'

export interface WebhookBenchOptions {
  databaseUrl: string
  /** Folder of the database and of the disk probe. */
  folder: string
  items: number
  keys: { api: string; owner: string }
  pairs: number
  seconds: number
}

const ENDPOINT_COUNT = 10
/** Minimum deliveries per endpoint. */
const MIN_EVENTS = 5000
const DRAIN_TIMEOUT_MS = 10 * 60_000
const TARGETS = { writesRatio: 0.7 }
const ANY: Aim = { target: 1000 }
const ONE_ON_POSTGRES: Aim = { target: 3000, reason: 'PostgreSQL and the receiver share two cores with the server' }

interface BenchContext {
  server: BenchServer
  receiver: BenchReceiver
  create: Scenario
  seconds: number
}

async function registerEndpoints({ server, receiver }: BenchContext, count: number): Promise<string[]> {
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

/** Waits until `minDeliveries` have arrived and none is pending. @throws Error on a timeout or a wrong signature */
async function waitForDeliveries(
  { server, receiver }: BenchContext,
  endpoints: readonly string[],
  minDeliveries: number,
): Promise<DeliveryCounts & { tookSeconds: number }> {
  const totals: DeliveryCounts = { delivered: 0, verified: 0, refused: 0, seconds: 0 }
  const startedAtMs = performance.now()
  const hasPending = async (id: string): Promise<boolean> =>
    (await server.settings<unknown[]>('GET', `/webhooks/${id}/deliveries?status=pending&limit=1`)).length > 0
  // One after another: several requests at once count as load, to which the dispatcher yields.
  const isAnyPending = async (): Promise<boolean> => {
    for (const id of endpoints) if (await hasPending(id)) return true
    return false
  }
  for (let isWaiting = true; isWaiting;) {
    await wait(100)
    const { delivered, verified, refused, seconds } = await receiver.count()
    Object.assign(totals, {
      delivered: totals.delivered + delivered,
      verified: totals.verified + verified,
      refused: totals.refused + refused,
      seconds,
    })
    isWaiting = totals.delivered < minDeliveries || (await isAnyPending())
    if (performance.now() - startedAtMs > DRAIN_TIMEOUT_MS)
      throw new Error(`only ${totals.delivered} of ${minDeliveries} deliveries came`)
  }
  if (totals.refused > 0 || totals.verified === 0)
    throw new Error(`${totals.refused} signatures were wrong, ${totals.verified} right`)
  return { ...totals, tookSeconds: (performance.now() - startedAtMs) / 1000 }
}

const removeEndpoints = async ({ server }: BenchContext, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await server.settings('DELETE', `/webhooks/${id}`)
}

async function makeEvents({ server, create, seconds }: BenchContext): Promise<void> {
  for (let events = 0; events < MIN_EVENTS;) events += (await runLoad(server.url, create.load, seconds)).requests
}

/** Measures deliveries per second while past events are replayed to new endpoints. */
async function measureDeliveries(
  bench: BenchContext,
  since: string,
  count: number,
): Promise<DeliveryCounts & { perSecond: number }> {
  const { server } = bench
  const ids = await registerEndpoints(bench, count)
  const startedAtMs = performance.now()
  let expectedDeliveries = 0
  for (const id of ids) {
    for (let cursor: string | null = '', next = {}; cursor !== null; next = { cursor }) {
      const replayed = await server.settings<{ deliveries: number; next_cursor: string | null }>(
        'POST',
        `/webhooks/${id}/replay`,
        { since, ...next },
      )
      expectedDeliveries += replayed.deliveries
      cursor = replayed.next_cursor
    }
  }
  const deliveryCounts = await waitForDeliveries(bench, ids, expectedDeliveries)
  const perSecond = deliveryCounts.delivered / ((performance.now() - startedAtMs) / 1000)
  await removeEndpoints(bench, ids)
  return { ...deliveryCounts, perSecond }
}

interface PairResult {
  writesPerSecondWithout: number
  writesPerSecondWith: number
  deliveries: number
  drainSeconds: number
  /** Deliveries per second after the load has ended. */
  drainPerSecond: number
}

/** Measures writes per second without endpoints, then with ten endpoints that receive every event. */
async function measurePair(bench: BenchContext): Promise<PairResult> {
  const { server, receiver, create, seconds } = bench
  const loadWithoutEndpoints = await runLoad(server.url, create.load, seconds)
  const ids = await registerEndpoints(bench, ENDPOINT_COUNT)
  await receiver.count()
  const loadWithEndpoints = await runLoad(server.url, create.load, seconds)
  if (loadWithoutEndpoints.errors + loadWithEndpoints.errors > 0)
    throw new Error(`${loadWithoutEndpoints.errors + loadWithEndpoints.errors} writes were refused`)
  const countsDuringLoad = await receiver.count()
  const { delivered, tookSeconds } = await waitForDeliveries(
    bench,
    ids,
    loadWithEndpoints.requests * ENDPOINT_COUNT - countsDuringLoad.delivered,
  )
  await removeEndpoints(bench, ids)
  return {
    writesPerSecondWithout: loadWithoutEndpoints.requests / loadWithoutEndpoints.seconds,
    writesPerSecondWith: loadWithEndpoints.requests / loadWithEndpoints.seconds,
    deliveries: countsDuringLoad.delivered + delivered,
    drainSeconds: tookSeconds,
    drainPerSecond: delivered / tookSeconds,
  }
}

const describeTarget = (isMet: boolean, target: string): string => (isMet ? `meets ${target}` : `MISSES ${target}`)

function printResults(
  one: DeliveryCounts & { perSecond: number },
  ten: DeliveryCounts & { perSecond: number },
  pairs: readonly PairResult[],
  rssMb: number,
  isPostgres: boolean,
): void {
  for (const [name, { perSecond, delivered, verified }, aim] of [
    ['one endpoint ', one, isPostgres ? ONE_ON_POSTGRES : ANY],
    ['ten endpoints', ten, ANY],
  ] as const)
    console.log(
      `${name}: ${perSecond.toFixed(0)} deliveries/s (${delivered}, ${verified} of them verified): ${describeMinimum(perSecond, aim, '/s')}`,
    )
  const spreadOf = (pick: (pair: PairResult) => number): Spread => summarizeSpread(pairs.map(pick))
  const ratio = spreadOf((pair) => pair.writesPerSecondWith / pair.writesPerSecondWithout)
  console.log(
    `creates/s without endpoints ${formatSpread(spreadOf((pair) => pair.writesPerSecondWithout))}, with ${ENDPOINT_COUNT} ${formatSpread(spreadOf((pair) => pair.writesPerSecondWith))}`,
  )
  console.log(
    `  ratio ${formatSpread(ratio, 2)}: ${describeTarget(ratio.median >= TARGETS.writesRatio, `≥ ${TARGETS.writesRatio}`)}`,
  )
  console.log(
    `  backlog of ${formatSpread(spreadOf((pair) => pair.deliveries))} deliveries was gone ${formatSpread(
      spreadOf((pair) => pair.drainSeconds),
      1,
    )} s after the load, at ${formatSpread(spreadOf((pair) => pair.drainPerSecond))}/s`,
  )
  console.log(`memory of the server at the end ${rssMb.toFixed(0)} MB`)
}

/**
 * Measures the throughput and cost of webhooks. The load generator and the receiver share one core; the server runs on
 * another.
 */
export async function benchWebhooks({
  databaseUrl,
  folder,
  items,
  keys,
  pairs,
  seconds,
}: WebhookBenchOptions): Promise<void> {
  const create = createScenarios(keys.api, items, [], false).find(({ name }) => name.startsWith('create'))
  if (!create) throw new Error('there is no scenario that creates')
  const disk = probeFdatasync(folder)
  console.log(`disk: fdatasync ${disk.medianUs.toFixed(0)} µs median, ${disk.p99Us.toFixed(0)} µs p99; ${items} items`)
  const receiver = await startReceiver()
  const server = await startServer(databaseUrl, folder, keys.owner, receiver.port)
  const bench: BenchContext = { server, receiver, create, seconds }
  try {
    const sinceTime = new Date().toISOString()
    await makeEvents(bench)
    const [one, ten] = [
      await measureDeliveries(bench, sinceTime, 1),
      await measureDeliveries(bench, sinceTime, ENDPOINT_COUNT),
    ]
    const pairResults: PairResult[] = []
    for (let pair = 0; pair < pairs; pair++) pairResults.push(await measurePair(bench))
    printResults(one, ten, pairResults, readResidentMb(server.pid), databaseUrl.startsWith('postgres'))
  } finally {
    await server.stop()
    receiver.stop()
  }
}
