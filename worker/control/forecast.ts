import { setTimeout as delay } from 'node:timers/promises'
import {
  computeForecast,
  readForecastData,
  readForecastHead,
  type ForecastDeps,
} from '../../activities/forecast/forecast.ts'
import type { ForecastHead, ForecastLine, readForecast } from '../../contract/control/forecast.ts'
import type { Input } from '../../contract/operation.ts'
import type { WorkerContext } from '../context/context.ts'

/**
 * Time until the first line, for which clients wait half a minute. An error within it becomes a normal error response.
 */
export const MAX_SILENCE_MS = 20_000

export type ForecastContext = Pick<WorkerContext, 'api' | 'state' | 'clock' | 'settings'>

/** Yields the lines of a forecast. If reading the inventory takes long, the head is sent before. */
export async function* forecastLines(
  { api, state, clock, settings }: ForecastContext,
  months: number,
): AsyncGenerator<ForecastLine> {
  const deps: ForecastDeps = { api, state, clock, readConfig: () => settings.read() }
  const abort = new AbortController()
  try {
    const { head, plans, timeZone } = await readForecastHead(deps, months, abort.signal)
    const reading = readForecastData(deps, { plans, day: head.day, timeZone }, abort.signal)
    await Promise.race([reading, delay(MAX_SILENCE_MS, undefined, { ref: false, signal: abort.signal })])
    yield head
    yield* computeForecast(await reading, head)
  } finally {
    abort.abort()
  }
}

export const streamForecast = (
  context: ForecastContext,
  { query }: Input<typeof readForecast>,
): AsyncGenerator<ForecastLine> => forecastLines(context, query.months)

export const isForecastHead = (line: ForecastLine): line is ForecastHead => line.kind === 'forecast'
