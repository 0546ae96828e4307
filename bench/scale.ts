// What docs/scaling.md needs beside the benchmarks: writes of many accounts on one PostgreSQL, from one and from two servers, and what they store.
//   node bin/run.mjs bench/scale.ts [--accounts 64] [--seconds 5]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { API_BASE } from '../contract/operations.ts'
import { createAccount } from '../test/support/account.ts'
import { runSql } from '../test/support/database.ts'
import { startPostgres } from '../test/support/postgresServer.ts'
import { createDataFolder, startServer, type ChildServer } from '../test/support/server.ts'

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '64' }, seconds: { type: 'string', default: '5' } } })
const ACCOUNTS = Number(values.accounts)
const DURATION_MS = Number(values.seconds) * 1000

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

/** One client for each account, in turn at the servers. @returns creates per second of all */
async function measureCreates(servers: readonly ChildServer[], keys: readonly string[]): Promise<number> {
  const endMs = performance.now() + DURATION_MS
  let count = 0
  const runClient = async (key: string, index: number): Promise<void> => {
    const { url } = servers[index % servers.length] as ChildServer
    while (performance.now() < endMs) await create(url, key, (count += 1))
  }
  const startedAtMs = performance.now()
  await Promise.all(keys.map(runClient))
  return Math.round((count * 1000) / (performance.now() - startedAtMs))
}

const postgres = await startPostgres()
try {
  using folder = createDataFolder(postgres.url)
  const servers = [await startServer(folder.dataDir)]
  const keys: string[] = []
  for (let index = 0; index < ACCOUNTS; index++) keys.push((await createAccount(folder.dataDir, `studio-${index}`)).api_key)
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
  console.log(
    `one account, ${ACCOUNTS} clients, one server: ${await measureCreates(
      servers,
      Array.from({ length: ACCOUNTS }, () => first),
    )} creates/s`,
  )
  console.log(`${ACCOUNTS} accounts, a client each, one server: ${await measureCreates(servers, keys)} creates/s`)
  servers.push(await startServer(folder.dataDir))
  console.log(`${ACCOUNTS} accounts, a client each, two servers: ${await measureCreates(servers, keys)} creates/s`)
  // Audit rows are written within half a second.
  await wait(1000)
  const after = await sizeOf()
  const bytes = Math.round((after.bytes - before.bytes) / (after.items - before.items))
  console.log(`${after.items} items with one event and one audit row each: ${bytes} bytes an item, indexes included`)
  await Promise.all(servers.map((server) => server.stop()))
} finally {
  await agent.close()
  await postgres.remove()
}
