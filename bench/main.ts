// `npm run bench`: the API against a bare node:http server that sends the same headers and bytes, pair by pair. Flags: --webhooks, --database
// sqlite|postgres (a temporary server), --items, --pairs, --seconds, --only <part of a scenario's name>, --json
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { request } from 'undici'
import { compare, type Comparison } from './compare.ts'
import { runLoad } from './load.ts'
import { probeAnalytics, probeFdatasync, probeSearches, probeStart } from './probes.ts'
import { canPin, hasWrk, startTarget } from './process.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { printResult, type BenchResult } from './report.ts'
import { startPostgres, type PostgresServer } from '../test/support/postgresServer.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    items: { type: 'string', default: '100000' },
    pairs: { type: 'string' },
    seconds: { type: 'string' },
    webhooks: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
})
const items = Number(values.items)
// One second of writes to ten endpoints causes many seconds of deliveries.
const { pairs = values.webhooks ? '3' : '7', seconds = values.webhooks ? '2' : '3' } = values
const SEARCHES = 500
const ANALYTICS = 1000
const databases: Record<string, () => Promise<PostgresServer | undefined>> = { sqlite: async () => undefined, postgres: () => startPostgres() }
const note = (text: string): void => void process.stderr.write(`${text}\n`)

interface Seeded {
  key: string
  ownerKey: string
  names: string[]
}

function seed(databaseUrl: string, folder: string): Seeded {
  note(`filling a database with ${items} items …`)
  const file = fileURLToPath(new URL('seed.ts', import.meta.url))
  return JSON.parse(
    execFileSync(process.execPath, [file, databaseUrl, folder, String(items)], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Seeded
}

async function sampleIds(url: string, key: string): Promise<string[]> {
  const pages = await Promise.all(
    Array.from({ length: 10 }, async (_, page) => {
      const answer = await request(`${url}/api/v1/gear?limit=200&offset=${Math.floor((page * items) / 10)}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return ((await answer.body.json()) as { data: { id: string }[] }).data.map((item) => item.id)
    }),
  )
  return pages.flat()
}

/** Creates per second with one commit each: the baseline for group commit. */
async function createsOneByOne(databaseUrl: string, create: Scenario, seconds: number): Promise<number> {
  const single = await startTarget('kitroom', databaseUrl, '1')
  const result = await runLoad(single.url, create.load, seconds)
  await single.stop()
  return result.requests / result.seconds
}

async function runWebhooks(folder: string, databaseUrl: string): Promise<void> {
  const { key, ownerKey } = seed(databaseUrl, folder)
  const { benchWebhooks } = await import('./webhooks.ts')
  await benchWebhooks({ databaseUrl, folder, items, keys: { api: key, owner: ownerKey }, pairs: Number(pairs), seconds: Number(seconds) })
}

async function run(folder: string, databaseUrl: string, postgres: PostgresServer | undefined): Promise<BenchResult> {
  const { key, names } = seed(databaseUrl, folder)
  if (!postgres) copyFileSync(join(folder, 'kitroom.db'), join(folder, 'single.db'))
  const disk = probeFdatasync(folder)
  const start = await probeStart(databaseUrl, folder, key)
  const [ours, bare] = [await startTarget('kitroom', databaseUrl), await startTarget('bare')]
  const all = scenarios(key, items, await sampleIds(ours.url, key)).filter((scenario) => scenario.name.includes(values.only))
  const comparisons: Comparison[] = []
  for (const scenario of all) {
    note(`${scenario.name} …`)
    comparisons.push(await compare(ours, bare, scenario, Number(pairs), Number(seconds)))
  }
  const searches = await probeSearches(ours.url, key, names, SEARCHES)
  const analytics = await probeAnalytics(ours.url, key, ANALYTICS)
  const loadedMb = (await ours.usage()).rssBytes / 1024 / 1024
  await Promise.all([ours.stop(), bare.stop()])
  const create = all.find((scenario) => scenario.load.method === 'POST')
  const singleCreates = create && !postgres ? await createsOneByOne(`sqlite:${join(folder, 'single.db')}`, create, Number(seconds)) : null
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, load: hasWrk ? 'wrk' : 'autocannon', pinned: canPin }
  return { machine, items, disk, start, comparisons, searches, searchCount: SEARCHES, analytics, loadedMb, singleCreates }
}

const openServer = databases[values.database]
if (!openServer) throw new Error(`--database must be ${Object.keys(databases).join(' or ')}`)
const folder = mkdtempSync(join(values.folder, 'kitroom-bench-'))
const postgres = await openServer()
try {
  const databaseUrl = postgres?.url ?? `sqlite:${join(folder, 'kitroom.db')}`
  if (values.webhooks) await runWebhooks(folder, databaseUrl)
  else {
    const result = await run(folder, databaseUrl, postgres)
    if (values.json) console.log(JSON.stringify(result, null, 2))
    else printResult(result)
  }
} finally {
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
}
