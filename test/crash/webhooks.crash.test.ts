import { expect, it } from 'vitest'
import { readCpuSeconds } from '../../tools/bench/cpu.ts'
import { camera } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { until } from '../support/wait.ts'
import { openDeadEndpoint, type DeadEndpoint } from './deadEndpoint.ts'

const PENDING_COUNT = fullOrSmall(100_000, 20_000)
const REQUESTS = 1200
const CLIENTS = 4
/** How much more CPU time the requests may need beside the pending deliveries. */
const MAX_MORE = 3

/** Sends a fixed number of reads and writes. @returns the CPU time of the server for them */
async function measureRequests({ server, api }: DeadEndpoint): Promise<number> {
  const startSeconds = readCpuSeconds(server.pid)
  let sent = 0
  const client = async (): Promise<void> => {
    while (sent < REQUESTS) {
      const reply = await (sent++ % 4 === 0 ? api.post('/gear', camera()) : api.get('/gear'))
      expect(reply.status).toBeLessThan(300)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return readCpuSeconds(server.pid) - startSeconds
}

it(`${PENDING_COUNT} pending deliveries of a dead endpoint are only probed, and neither stop others nor cost CPU time`, async () => {
  await using studio = await openDeadEndpoint()
  const { dead, living } = studio
  // The first requests warm the server up.
  await measureRequests(studio)
  const beforeSeconds = await measureRequests(studio)
  await studio.addDeliveries(PENDING_COUNT)
  await until('the dead endpoint is probed', () => dead.arrivals.length > 0)
  const deliveredBefore = living.arrivals.length
  const afterSeconds = await measureRequests(studio)
  await until('new events reach the other endpoint', () => living.arrivals.length > deliveredBefore + 100)
  console.log(
    `${REQUESTS} requests: ${beforeSeconds} s of CPU before, ${afterSeconds} s beside ${await studio.countPending()} pending deliveries; ${dead.arrivals.length} probes`,
  )
  expect(await studio.countPending()).toBeGreaterThanOrEqual(PENDING_COUNT - 100)
  expect(dead.arrivals.length, 'a dead endpoint is only probed').toBeLessThan(10)
  expect(afterSeconds).toBeLessThanOrEqual(MAX_MORE * beforeSeconds)
})
