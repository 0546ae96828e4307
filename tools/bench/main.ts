// `npm run bench`: compares the API with a bare node:http server that sends the same headers and bytes, in alternating
// runs.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { compareServers, type Comparison } from './compare.ts'
import { recordFigures, toFigures } from './figures.ts'
import { readFlags } from './flags.ts'
import { runLoad } from './load.ts'
import { probeAnalytics, probeFdatasync, probeSearches, probeStart } from './probes.ts'
import { measurePostgresTargets } from './postgresTargets.ts'
import { canPin, hasWrk, startMeasuredServer } from './process.ts'
import { createScenarios, type Scenario } from './scenarios.ts'
import { printResult, type BenchResult } from './report.ts'
import { startPostgres, type PostgresServer } from '../../test/support/postgresServer.ts'

const values = readFlags('npm run bench -- [flags]: measures the API server against a bare node:http server', {
  database: { type: 'string', default: 'sqlite', about: 'sqlite, or postgres: a temporary server' },
  items: { type: 'string', default: '100000', about: 'gear items in the database' },
  pairs: { type: 'string', about: 'runs of each server; default 7, with --webhooks 3' },
  seconds: { type: 'string', about: 'seconds of each run; default 3, with --webhooks 2' },
  webhooks: { type: 'boolean', default: false, about: 'measure deliveries of webhooks instead' },
  only: { type: 'string', default: '', about: 'only scenarios whose name contains this' },
  folder: { type: 'string', default: tmpdir(), about: 'where the database is made' },
  json: { type: 'boolean', default: false, about: 'print figures as JSON' },
  record: {
    type: 'string',
    default: '',
    about: 'also write the figures into this file, such as docs/bench.json; not with --webhooks',
  },
})
const items = Number(values.items)
// Webhook runs are fewer and shorter: one second of writes to ten endpoints causes many seconds of deliveries.
const { pairs = values.webhooks ? '3' : '7', seconds = values.webhooks ? '2' : '3' } = values
const SEARCH_COUNT = 500
const ANALYTICS_REQUEST_COUNT = 1000
const databaseStarters: Record<string, () => Promise<PostgresServer | undefined>> = {
  sqlite: async () => undefined,
  postgres: () => startPostgres(),
}
const writeStatus = (text: string): void => void process.stderr.write(`${text}\n`)

interface SeedResult {
  key: string
  ownerKey: string
  names: string[]
}

function seedDatabase(databaseUrl: string, folder: string): SeedResult {
  writeStatus(`filling a database with ${items} items …`)
  const file = fileURLToPath(new URL('seed.ts', import.meta.url))
  return JSON.parse(
    execFileSync(process.execPath, [file, databaseUrl, folder, String(items)], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  ) as SeedResult
}

async function sampleIds(url: string, key: string): Promise<string[]> {
  const pages = await Promise.all(
    Array.from({ length: 10 }, async (_, page) => {
      const response = await request(`${url}/api/v1/gear?limit=200&offset=${Math.floor((page * items) / 10)}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return ((await response.body.json()) as { data: { id: string }[] }).data.map((item) => item.id)
    }),
  )
  return pages.flat()
}

/** Creates per second with one commit each: the baseline for group commit. */
async function measureSingleCommits(databaseUrl: string, create: Scenario, seconds: number): Promise<number> {
  const singleCommitServer = await startMeasuredServer('kitroom', databaseUrl, '1')
  const result = await runLoad(singleCommitServer.url, create.load, seconds)
  await singleCommitServer.stop()
  return result.requests / result.seconds
}

async function runWebhooks(folder: string, databaseUrl: string): Promise<void> {
  const { key, ownerKey } = seedDatabase(databaseUrl, folder)
  const { benchWebhooks } = await import('./webhooks.ts')
  await benchWebhooks({
    databaseUrl,
    folder,
    items,
    keys: { api: key, owner: ownerKey },
    pairs: Number(pairs),
    seconds: Number(seconds),
  })
}

const describeMachine = (): BenchResult['machine'] => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  load: hasWrk ? 'wrk' : 'autocannon',
  pinned: canPin,
})

async function runComparisons(
  folder: string,
  databaseUrl: string,
  postgres: PostgresServer | undefined,
): Promise<BenchResult> {
  const { key, names } = seedDatabase(databaseUrl, folder)
  if (!postgres) copyFileSync(join(folder, 'kitroom.db'), join(folder, 'single.db'))
  const disk = probeFdatasync(folder)
  const compiledFolder = join(folder, 'compiled')
  const firstStart = await probeStart(databaseUrl, folder, key, compiledFolder)
  const start = await probeStart(databaseUrl, folder, key, compiledFolder)
  // Its code is compiled before, because the compiler stays in memory.
  await (await startMeasuredServer('bare')).stop()
  const [ours, bare] = [await startMeasuredServer('kitroom', databaseUrl), await startMeasuredServer('bare')]
  const selectedScenarios = createScenarios(key, items, await sampleIds(ours.url, key), postgres !== undefined).filter(
    (scenario) => scenario.name.includes(values.only),
  )
  const comparisons: Comparison[] = []
  for (const scenario of selectedScenarios) {
    writeStatus(`${scenario.name} …`)
    comparisons.push(await compareServers(ours, bare, scenario, Number(pairs), Number(seconds)))
  }
  const searches = await probeSearches(ours.url, key, names, SEARCH_COUNT)
  const analytics = await probeAnalytics(ours.url, key, ANALYTICS_REQUEST_COUNT)
  const loadedMb = (await ours.usage()).rssBytes / 1024 / 1024
  await Promise.all([ours.stop(), bare.stop()])
  const create = selectedScenarios.find((scenario) => scenario.load.method === 'POST')
  const singleCreates =
    create && !postgres
      ? await measureSingleCommits(`sqlite:${join(folder, 'single.db')}`, create, Number(seconds))
      : null
  const targets = postgres
    ? await measurePostgresTargets({
        databaseUrl,
        folder,
        seed: (url, seedFolder) => seedDatabase(url, seedFolder).key,
        scenario: selectedScenarios.find(({ name }) => name.includes('offset')),
        pairs: Number(pairs),
        seconds: Number(seconds),
      })
    : null
  return {
    machine: describeMachine(),
    items,
    disk,
    start,
    firstStart,
    comparisons,
    searches,
    searchCount: SEARCH_COUNT,
    analytics,
    loadedMb,
    singleCreates,
    postgres: targets,
  }
}

/** Writes the figures as the column of this database and number of items. */
function recordResult(result: BenchResult): void {
  const { machine, disk } = result
  recordFigures(values.record, {
    table: 'api',
    column: `${result.postgres ? 'PostgreSQL' : 'SQLite'}, ${items.toLocaleString('en-US')} items`,
    command: `npm run bench -- --database ${values.database} --items ${items} --pairs ${pairs} --seconds ${seconds}`,
    machine: `${machine.cpu}, ${machine.cores} cores, ${machine.load}, fdatasync ${disk.medianUs.toFixed(0)} µs, load average ${loadavg()[0]?.toFixed(1)}`,
    figures: toFigures(result),
  })
}

const startDatabase = databaseStarters[values.database]
if (!startDatabase) throw new Error(`--database must be ${Object.keys(databaseStarters).join(' or ')}`)
const folder = mkdtempSync(join(values.folder, 'kitroom-bench-'))
const postgres = await startDatabase()
try {
  const databaseUrl = postgres?.url ?? `sqlite:${join(folder, 'kitroom.db')}`
  if (values.webhooks) await runWebhooks(folder, databaseUrl)
  else {
    const result = await runComparisons(folder, databaseUrl, postgres)
    if (values.json) console.log(JSON.stringify(result, null, 2))
    else printResult(result)
    if (values.record !== '') recordResult(result)
  }
} finally {
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
}
