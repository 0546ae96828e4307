import { runLoad, type LoadResult } from './load.ts'
import type { CannedResponse, MeasuredServer } from './process.ts'
import type { Scenario } from './scenarios.ts'
import { summarizeSpread, type Spread } from './statistics.ts'

export interface Comparison {
  name: string
  perSecond: Spread
  cpuUsPerRequest: Spread
  barePerSecond: Spread
  bareCpuUsPerRequest: Spread
  /** CPU per request of the bare server divided by ours; 1 means equally cheap. */
  ratioOfBare: Spread
  errors: number
  targets: Scenario['targets']
}

/** Headers that Node writes itself or that differ per response. */
const OMITTED_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

async function captureResponse(url: string, scenario: Scenario): Promise<CannedResponse> {
  const { load } = scenario
  const fillTemplate = (text: string): string =>
    text
      .replaceAll('{n}', 'capture')
      .replaceAll('{o}', '0')
      .replaceAll('{id}', load.ids[0] ?? '')
  const response = await fetch(url + fillTemplate(load.path), {
    method: load.method,
    headers: load.headers,
    ...(load.body !== undefined && { body: fillTemplate(load.body) }),
  })
  if (!response.ok) throw new Error(`${scenario.name}: ${response.status} ${await response.text()}`)
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !OMITTED_HEADERS.has(name)),
    body: await response.text(),
  }
}

async function measureServer(
  target: MeasuredServer,
  scenario: Scenario,
  seconds: number,
): Promise<LoadResult & { perSecond: number; cpuUs: number }> {
  const usageBefore = await target.usage()
  const result = await runLoad(target.url, scenario.load, seconds)
  const usageAfter = await target.usage()
  return {
    ...result,
    perSecond: result.requests / result.seconds,
    cpuUs: (usageAfter.cpuUs - usageBefore.cpuUs) / result.requests,
  }
}

/** Measures both servers alternately, so that a machine that slows down affects both. */
export async function compareServers(
  ours: MeasuredServer,
  bare: MeasuredServer,
  scenario: Scenario,
  pairs: number,
  seconds: number,
): Promise<Comparison> {
  await bare.setResponse(await captureResponse(ours.url, scenario))
  await measureServer(ours, scenario, 1)
  await measureServer(bare, scenario, 1)
  const runs: { ours: Awaited<ReturnType<typeof measureServer>>; bare: Awaited<ReturnType<typeof measureServer>> }[] =
    []
  for (let pair = 0; pair < pairs; pair++)
    runs.push({
      ours: await measureServer(ours, scenario, seconds),
      bare: await measureServer(bare, scenario, seconds),
    })
  return {
    name: scenario.name,
    perSecond: summarizeSpread(runs.map((run) => run.ours.perSecond)),
    cpuUsPerRequest: summarizeSpread(runs.map((run) => run.ours.cpuUs)),
    barePerSecond: summarizeSpread(runs.map((run) => run.bare.perSecond)),
    bareCpuUsPerRequest: summarizeSpread(runs.map((run) => run.bare.cpuUs)),
    ratioOfBare: summarizeSpread(runs.map((run) => run.bare.cpuUs / run.ours.cpuUs)),
    errors: runs.reduce((sum, run) => sum + run.ours.errors, 0),
    targets: scenario.targets,
  }
}
