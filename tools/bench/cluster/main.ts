// Two servers and two workers on a real Temporal cluster: frontend, history, matching and worker as processes of their
// own, with PostgreSQL as their store, some of them killed meanwhile. It runs test/crash/twoOfEach.crash.test.ts.
//   node bin/run.mjs tools/bench/cluster/main.ts [--kills 12] [--bin <folder of the binaries>] [--full]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../../../test/support/random.ts'
import { startPostgres } from '../../../test/support/postgresServer.ts'
import { printStored } from './stored.ts'
import { buildBinaries, TEMPORAL_VERSION } from './binaries.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { SERVICES, type Service } from './config.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const NAMESPACE = 'kitroom'
const MAX_DOWN_MS = 4000
/** The services find each other again within some seconds. */
const MIN_GAP_MS = 5000
const MAX_GAP_MS = 15_000

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '12' },
    bin: { type: 'string', default: join(tmpdir(), `temporal-${TEMPORAL_VERSION}`) },
    full: { type: 'boolean', default: false },
  },
})

function startTest(address: string): { ended: Promise<number> } {
  const args = ['bin/run.mjs', 'node_modules/vitest/vitest.mjs', 'run', 'test/crash/twoOfEach.crash.test.ts']
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    ...(values.full && { KITROOM_TEST_COUNTS: 'full' }),
  }
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })
  return { ended: once(child, 'exit').then(([code]) => Number(code)) }
}

/** Kills services until the test has ended. @returns how often each was killed */
async function killServices(cluster: Cluster, kills: number, ended: Promise<number>): Promise<Record<Service, number>> {
  const counts: Record<Service, number> = { frontend: 0, history: 0, matching: 0, worker: 0 }
  const random = createSeededRandom(Date.now() % 1_000_000)
  const first = random.int(SERVICES.length)
  for (let count = 0; count < kills; count++) {
    const gapMs = MIN_GAP_MS + random.int(MAX_GAP_MS - MIN_GAP_MS)
    if ((await Promise.race([ended, wait(gapMs, 'next' as const)])) !== 'next') break
    const service = SERVICES[(first + count) % SERVICES.length] ?? 'history'
    counts[service] += 1
    await cluster.killAndRestart(service, random.int(MAX_DOWN_MS))
  }
  return counts
}

const startedAtMs = performance.now()
const binaries = await buildBinaries(values.bin)
const postgres = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'kitroom-cluster-'))
let code = 1
try {
  await using cluster = await startCluster(binaries, folder, Number(new URL(postgres.url).port), NAMESPACE)
  console.log(
    `Temporal ${TEMPORAL_VERSION}: ${SERVICES.join(', ')}, each a process, on PostgreSQL at ${cluster.address}; logs in ${folder}`,
  )
  const { ended } = startTest(cluster.address)
  const counts = await killServices(cluster, Number(values.kills), ended)
  code = await ended
  const killed = SERVICES.map((service) => `${service} ${counts[service]}`).join(', ')
  await printStored(cluster.address, NAMESPACE)
  console.log(
    `${code === 0 ? 'passed' : 'FAILED'} after ${Math.round((performance.now() - startedAtMs) / 1000)} s; kill -9 of services: ${killed}`,
  )
} finally {
  await postgres.remove()
}
process.exit(code)
