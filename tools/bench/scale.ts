// Measures facts for docs/scaling.md that the benchmarks lack: reads and writes on one PostgreSQL, from one and from
// two servers, and what writes store.
//   node bin/run.mjs tools/bench/scale.ts [--accounts 64] [--seconds 5] [--percent 25: of a core for each of the compared servers]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { API_BASE } from '../../contract/api/operations.ts'
import { createAccount } from '../../test/support/account.ts'
import { runSql } from '../../test/support/database.ts'
import { startPostgres } from '../../test/support/postgresServer.ts'
import { createDataFolder, startServer, type ChildServer } from '../../test/support/server.ts'
import { createQuotaGroup } from './cpuQuota.ts'

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '5' },
    percent: { type: 'string', default: '25' },
  },
})
const ACCOUNTS = Number(values.accounts)
const DURATION_MS = Number(values.seconds) * 1000
const PERCENT = Number(values.percent)

const agent = new Agent({ connections: 256 })

async function create(url: string, key: string, index: number): Promise<void> {
  const { statusCode, body } = await agent.request({
    origin: url,
    path: `${API_BASE}/gear`,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      gear_type: 'camera',
      brand: 'Canon',
      model: `EOS R${index}`,
      serial_number: `S-${index}`,
      notes: 'Stored in the studio.',
    }),
  })
  await body.dump()
  if (statusCode !== 201) throw new Error(`answered ${statusCode}`)
}

/** A list that no cache has. */
async function readList(url: string, key: string, index: number): Promise<void> {
  const { statusCode, body } = await agent.request({
    origin: url,
    path: `${API_BASE}/gear?limit=50&offset=${index % 1000}`,
    method: 'GET',
    headers: { authorization: `Bearer ${key}` },
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
}

/** One client for each account, in turn at the servers. @returns requests per second of all */
async function measure(servers: readonly ChildServer[], keys: readonly string[], send = create): Promise<number> {
  const endMs = performance.now() + DURATION_MS
  let count = 0
  const runClient = async (key: string, index: number): Promise<void> => {
    const { url } = servers[index % servers.length] as ChildServer
    while (performance.now() < endMs) await send(url, key, (count += 1))
  }
  const startedAtMs = performance.now()
  await Promise.all(keys.map(runClient))
  return Math.round((count * 1000) / (performance.now() - startedAtMs))
}

/** One and two servers, each with a part of a core: machines of their own, and PostgreSQL on another one. */
async function compareLimited(
  servers: readonly ChildServer[],
  keys: readonly string[],
  manyOfFirst: readonly string[],
): Promise<void> {
  const groups = servers.map((server, index) => {
    const group = createQuotaGroup(`kitroom-bench-${process.pid}-${index}`, PERCENT)
    group?.add(server.pid)
    return group
  })
  if (groups.includes(undefined))
    console.log('servers limited to a part of a core: not measured, because this user may not create a control group')
  else
    for (const [name, clients, send] of [
      [`creates/s of ${ACCOUNTS} accounts`, keys, create],
      ['creates/s of one account', manyOfFirst, create],
      ['uncached lists/s of one account', manyOfFirst, readList],
    ] as const) {
      const [one, two] = [await measure(servers.slice(0, 1), clients, send), await measure(servers, clients, send)]
      console.log(
        `${name}, each server with ${PERCENT} % of a core: one ${one}, two ${two}, ${(two / one).toFixed(2)} times as many`,
      )
    }
  await Promise.all(servers.map((server) => server.stop()))
  for (const group of groups) group?.remove()
}

const postgres = await startPostgres()
try {
  using folder = createDataFolder(postgres.url)
  const servers = [await startServer(folder.dataDir)]
  const keys: string[] = []
  for (let index = 0; index < ACCOUNTS; index++)
    keys.push((await createAccount(folder.dataDir, `studio-${index}`)).api_key)
  const sizeOf = async (): Promise<{ bytes: number; items: number }> => {
    await runSql(postgres.url, 'checkpoint')
    const [row] = await runSql<{ bytes: number; items: number }>(
      postgres.url,
      'select pg_database_size(current_database()) as bytes, (select count(*) from gear) as items',
    )
    return { bytes: Number(row?.bytes), items: Number(row?.items) }
  }
  const before = await sizeOf()
  const [first = ''] = keys
  const manyOfFirst = Array.from({ length: ACCOUNTS }, () => first)
  console.log(`one account, ${ACCOUNTS} clients, one server: ${await measure(servers, manyOfFirst)} creates/s`)
  console.log(`${ACCOUNTS} accounts, a client each, one server: ${await measure(servers, keys)} creates/s`)
  servers.push(await startServer(folder.dataDir))
  console.log(`${ACCOUNTS} accounts, a client each, two servers: ${await measure(servers, keys)} creates/s`)
  // Audit rows are written within half a second.
  await wait(1000)
  const after = await sizeOf()
  const bytes = Math.round((after.bytes - before.bytes) / (after.items - before.items))
  console.log(`${after.items} items with one event and one audit row each: ${bytes} bytes an item, indexes included`)
  await compareLimited(servers, keys, manyOfFirst)
} finally {
  await agent.close()
  await postgres.remove()
}
