import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { expect, it } from 'vitest'
import { camera } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { measure } from '../support/measure.ts'
import { canMeasureMemory, noMemorySuffix, readResidentMb } from '../support/peakMemory.ts'
import { openDeadEndpoint, type DeadEndpoint } from './deadEndpoint.ts'

const PENDING_COUNT = fullOrSmall(100_000, 20_000)
const CLIENT_COUNT = 4
const MEASURE_MS = 6000
const MAX_SLOWER_SHARE = 3
const MIN_SLOWER_MS = 15
const MAX_GROWTH_MB = 60

const agent = new Agent({ connections: CLIENT_COUNT })

/** Measures reads and writes of a few clients. @returns their p99 in milliseconds */
async function measureP99({ server, api }: DeadEndpoint): Promise<number> {
  const latencies: number[] = []
  const endMs = performance.now() + MEASURE_MS
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' }
  const client = async (): Promise<void> => {
    for (let count = 0; performance.now() < endMs; count++) {
      const startMs = performance.now()
      const write =
        count % 4 === 0 ? ({ method: 'POST', body: JSON.stringify(camera()) } as const) : ({ method: 'GET' } as const)
      const { statusCode, body } = await agent.request({ origin: server.url, path: '/api/v1/gear', headers, ...write })
      await body.dump()
      if (statusCode >= 300) throw new Error(`answered with ${statusCode}`)
      latencies.push(performance.now() - startMs)
      await wait(2)
    }
  }
  await Promise.all(Array.from({ length: CLIENT_COUNT }, client))
  return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Infinity
}

it.skipIf(!canMeasureMemory)(
  `${PENDING_COUNT} pending deliveries of a dead endpoint change neither latency nor memory${noMemorySuffix}`,
  async () => {
    const missed = await measure('beside a dead endpoint', { slower: 1, grownMb: MAX_GROWTH_MB }, async () => {
      await using studio = await openDeadEndpoint()
      await measureP99(studio)
      const [beforeMs, beforeMb] = [await measureP99(studio), readResidentMb(studio.server.pid)]
      await studio.addDeliveries(PENDING_COUNT)
      await wait(2000)
      const afterMs = await measureP99(studio)
      // Of what is allowed.
      const slower = afterMs / Math.max(MAX_SLOWER_SHARE * beforeMs, beforeMs + MIN_SLOWER_MS)
      return { beforeMs, afterMs, slower, grownMb: readResidentMb(studio.server.pid) - beforeMb }
    })
    expect(missed).toEqual([])
  },
)
