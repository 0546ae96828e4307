import type { Comparison } from './compare.ts'
import { describeMaximum, describeMinimum, type Aim } from './goals.ts'
import { printPostgresTargets, type PostgresTargets } from './postgresTargets.ts'
import type { StartFigures } from './probes.ts'
import { formatSpread } from './statistics.ts'

export interface BenchResult {
  machine: { cpu: string; cores: number; load: string; pinned: boolean }
  items: number
  disk: { medianUs: number; p99Us: number }
  /** With the compiled code of an earlier start. */
  start: StartFigures
  /** Compiles the code. */
  firstStart: StartFigures
  comparisons: Comparison[]
  searches: { p50Ms: number; p99Ms: number }
  searchCount: number
  analytics: { p50Ms: number; p99Ms: number }
  loadedMb: number
  /** Creates per second with one commit each; `null` when not measured. */
  singleCreates: number | null
  /** `null` on SQLite. */
  postgres: PostgresTargets | null
}

export const FIRST_ANSWER_MS: Aim = {
  target: 1000,
  goal: 600,
  reason: 'loading 800 modules takes half a second of CPU',
}
export const IDLE_MB: Aim = { target: 130, goal: 100, reason: 'Node alone has 44 MB' }
export const SEARCH_P50_MS: Aim = {
  target: 5,
  reason: 'a search reads the newest items until fifty match, past those that this run created',
}
export const ANALYTICS_P50_MS: Aim = { target: 1 }
export const LOADED_MB: Aim = {
  target: 250,
  goal: 200,
  reason: 'caches of replies and pages, and garbage between collections',
}

const describeTarget = (isMet: boolean, target: string): string => (isMet ? `meets ${target}` : `MISSES ${target}`)

function printComparison(one: Comparison): void {
  console.log(`\n${one.name}`)
  console.log(`  req/s          ${formatSpread(one.perSecond)}   bare ${formatSpread(one.barePerSecond)}`)
  console.log(
    `  CPU µs/request ${formatSpread(one.cpuUsPerRequest, 1)}   bare ${formatSpread(one.bareCpuUsPerRequest, 1)}`,
  )
  const { ratioOfBare, perSecond } = one.targets
  console.log(
    `  × bare by CPU  ${formatSpread(one.ratioOfBare, 2)}${ratioOfBare === undefined ? '' : `   ${describeMinimum(one.ratioOfBare.median, ratioOfBare)}`}`,
  )
  if (perSecond !== undefined) console.log(`  ${describeTarget(one.perSecond.median >= perSecond, `≥ ${perSecond}/s`)}`)
  if (one.errors > 0) console.log(`  ${one.errors} ANSWERS WERE NOT 2xx: the figures above do not hold`)
}

export function printResult(result: BenchResult): void {
  const { machine, disk, start, firstStart, searches, analytics } = result
  console.log(
    `${machine.cpu}, ${machine.cores} cores, ${machine.load}, 64 connections, ${machine.pinned ? 'server and load on a core each' : 'not pinned'}; ${result.items} items, every read audited, rate limits on`,
  )
  console.log(`disk: fdatasync ${disk.medianUs.toFixed(0)} µs median, ${disk.p99Us.toFixed(0)} µs p99`)
  console.log(
    `first answer ${start.firstAnswerMs.toFixed(0)} ms after start: ${describeMaximum(start.firstAnswerMs, FIRST_ANSWER_MS, ' ms')}`,
  )
  console.log(`memory idle ${start.idleMb.toFixed(0)} MB: ${describeMaximum(start.idleMb, IDLE_MB, ' MB')}`)
  console.log(
    `the very first start, which compiles the code: first answer ${firstStart.firstAnswerMs.toFixed(0)} ms, idle ${firstStart.idleMb.toFixed(0)} MB`,
  )
  for (const comparison of result.comparisons) printComparison(comparison)
  console.log(
    `\n${result.searchCount} different q: p50 ${searches.p50Ms.toFixed(2)} ms, p99 ${searches.p99Ms.toFixed(2)} ms: ${describeMaximum(searches.p50Ms, SEARCH_P50_MS, ' ms')}`,
  )
  console.log(
    `analytics: p50 ${analytics.p50Ms.toFixed(2)} ms, p99 ${analytics.p99Ms.toFixed(2)} ms: ${describeMaximum(analytics.p50Ms, ANALYTICS_P50_MS, ' ms')}`,
  )
  console.log(
    `memory after load ${result.loadedMb.toFixed(0)} MB: ${describeMaximum(result.loadedMb, LOADED_MB, ' MB')}`,
  )
  if (result.postgres) printPostgresTargets(result.postgres, result.comparisons)
  const creates = result.comparisons.find((one) => one.name.startsWith('create'))
  if (result.singleCreates !== null && creates) {
    const speedup = creates.perSecond.median / result.singleCreates
    console.log(
      `creates committed one by one: ${result.singleCreates.toFixed(0)}/s; together ${speedup.toFixed(1)} × that: ${describeTarget(speedup >= 3, '≥ 3 ×')}`,
    )
  }
}
