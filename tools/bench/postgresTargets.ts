// Runs the servers with which PostgreSQL is compared: a probe of the database itself, and the same server on SQLite.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Comparison } from './compare.ts'
import { describeMinimum, type Aim } from './goals.ts'
import { runLoad } from './load.ts'
import { startMeasuredServer } from './process.ts'
import { measureCreateBytes, probeSavepoints, type SavepointRate } from './savepointProbe.ts'
import type { Scenario } from './scenarios.ts'
import { summarizeSpread, type Spread } from './statistics.ts'

export interface PostgresTargets {
  /** Number of bytes per insert, equal to those of a create's rows. */
  savepointBytes: number
  savepoints: SavepointRate
  /** Requests per second on PostgreSQL divided by those on SQLite, uncached list. */
  listRatio: Spread | null
}

interface Options {
  databaseUrl: string
  folder: string
  /** Fills a database. @returns an API key */
  seed: (databaseUrl: string, folder: string) => string
  scenario: Scenario | undefined
  pairs: number
  seconds: number
}

async function compareList({
  databaseUrl,
  folder,
  seed,
  scenario,
  pairs,
  seconds,
}: Options & { scenario: Scenario }): Promise<Spread> {
  const sqliteFolder = mkdtempSync(join(folder, 'sqlite-'))
  const sqliteUrl = `sqlite:${join(sqliteFolder, 'kitroom.db')}`
  const key = seed(sqliteUrl, sqliteFolder)
  const servers = [
    await startMeasuredServer('kitroom', databaseUrl),
    await startMeasuredServer('kitroom', sqliteUrl),
  ] as const
  const loads = [
    scenario.load,
    { ...scenario.load, headers: { ...scenario.load.headers, Authorization: `Bearer ${key}` } },
  ] as const
  const measure = async (index: 0 | 1): Promise<number> => {
    const { requests, seconds: elapsed } = await runLoad(servers[index].url, loads[index], seconds)
    return requests / elapsed
  }
  await measure(0)
  await measure(1)
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) ratios.push((await measure(0)) / (await measure(1)))
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(sqliteFolder, { recursive: true })
  return summarizeSpread(ratios)
}

export async function measurePostgresTargets(options: Options): Promise<PostgresTargets> {
  const { scenario } = options
  const savepointBytes = await measureCreateBytes(options.databaseUrl)
  const savepoints = await probeSavepoints(options.databaseUrl, savepointBytes, options.seconds)
  return { savepointBytes, savepoints, listRatio: scenario ? await compareList({ ...options, scenario }) : null }
}

export const OF_SAVEPOINTS: Aim = {
  target: 0.4,
  reason:
    'a create parses, checks and audits a request and stores four rows with 19 index entries, the probe one row with one',
}
export const OF_SQLITE: Aim = {
  target: 0.6,
  reason:
    'PostgreSQL itself uses the cores of server and load, and each list crosses two sockets and becomes a string in the driver',
}

const describe = (ratio: number, aim: Aim): string => `${ratio.toFixed(2)}: ${describeMinimum(ratio, aim)}`

export function printPostgresTargets(
  { savepointBytes, savepoints, listRatio }: PostgresTargets,
  comparisons: readonly Comparison[],
): void {
  console.log(
    `\n64 inserts of ${savepointBytes} bytes, as many as a create stores, each in its savepoint, pipelined in one transaction: ${savepoints.perSecond.toFixed(0)}/s, ${savepoints.cpuUsPerInsert.toFixed(0)} µs CPU each`,
  )
  for (const { name, perSecond } of comparisons)
    if (name.endsWith('on disk'))
      console.log(`${name} ÷ these ${describe(perSecond.median / savepoints.perSecond, OF_SAVEPOINTS)}`)
  if (listRatio) console.log(`uncached list ÷ the same on SQLite ${describe(listRatio.median, OF_SQLITE)}`)
}
