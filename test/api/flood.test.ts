import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { startServer, tempFolder, type ChildServer } from '../support/server.ts'
import { onPostgres } from '../support/testDatabase.ts'
import { corpus } from './corpus/cases.ts'

const SLOW_CLIENTS = 1000
const SLOW_FOR_MS = 15_000
/** A machine of two cores that runs other tests beside it keeps this easily; a server that is held up by slow clients does not. */
const P99_BUDGET_MS = 150
const HOSTILE_REQUESTS = 4000
const RSS_BUDGET_BYTES = 40 * 1024 * 1024

const folder = tempFolder()
let server: ChildServer
let api: Api

beforeAll(async () => {
  server = await startServer(folder.dataDir)
  api = createApi(server.url, (await createAccount(folder.dataDir, 'Flood')).api_key)
  for (let count = 0; count < 50; count++) await api.make()
})
afterAll(async () => {
  // An unhandled rejection would have ended it with another code.
  await server.stop()
  const errors = server.log.filter((line) => Number(line['level']) >= 50)
  if (errors.length > 0) throw new Error(`the server logged errors: ${JSON.stringify(errors.slice(0, 3))}`)
  folder[Symbol.dispose]()
})

const percentile = (values: readonly number[], part: number): number => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0

/** Opens a connection, drips headers, and begins again when it is ended. */
function slowClient(until: AbortSignal, ended: (answer: string) => void): void {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  const timer = setInterval(() => socket.write('X: y\r\n'), 1000)
  socket.write('GET /api/v1/gear HTTP/1.1\r\nHost: x\r\n')
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    if (until.aborted) return
    ended(answer)
    slowClient(until, ended)
  })
  until.addEventListener('abort', () => socket.destroy(), { once: true })
}

if (onPostgres) console.log('Skipped on PostgreSQL: the floods have passed on SQLite, and none of them gets as far as the database.')

describe.skipIf(onPostgres)('a thousand slow clients', () => {
  it('are ended in time and do not hold up the others', { timeout: 60_000 }, async () => {
    const stop = new AbortController()
    const answers: string[] = []
    for (let count = 0; count < SLOW_CLIENTS; count++) slowClient(stop.signal, (answer) => answers.push(answer.slice(0, 12)))
    const tookMs: number[] = []
    const endMs = performance.now() + SLOW_FOR_MS
    while (performance.now() < endMs) {
      const startedAtMs = performance.now()
      expect((await api.get('/gear?limit=20')).status).toBe(200)
      tookMs.push(performance.now() - startedAtMs)
      await wait(10)
    }
    stop.abort()
    const p99Ms = percentile(tookMs, 0.99)
    console.log(
      `${SLOW_CLIENTS} slow clients for ${SLOW_FOR_MS / 1000} s: ${tookMs.length} requests beside them, p50 ${percentile(tookMs, 0.5).toFixed(1)} ms, ` +
        `p99 ${p99Ms.toFixed(1)} ms (budget ${P99_BUDGET_MS} ms); ${answers.length} slow connections ended`,
    )
    expect(p99Ms).toBeLessThan(P99_BUDGET_MS)
    expect(answers.length).toBeGreaterThanOrEqual(SLOW_CLIENTS)
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 408']))
  })
})

const canMeasure = process.platform === 'linux'
if (!canMeasure) console.log('Skipped: the memory of another process is read from /proc, which needs Linux.')

describe.skipIf(!canMeasure || onPostgres)('hostile requests', () => {
  const rssBytes = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024
  const cases = Object.values(corpus).flat()

  /** Sends a case and hangs up when the first answer has come. */
  const attack = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      const finish = (): void => {
        socket.destroy()
        resolve()
      }
      socket.on('data', finish)
      socket.on('close', finish)
      socket.on('error', finish)
      for (const step of cases[index % cases.length]?.send ?? [])
        if (typeof step === 'string') socket.write(step.replaceAll('{key}', api.key), 'latin1')
    })
  const attacks = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 20) await Promise.all(Array.from({ length: 20 }, (_, more) => attack(index + more)))
  }

  it(`leave the memory as it was, ${HOSTILE_REQUESTS} of them`, { timeout: 60_000 }, async () => {
    await attacks(HOSTILE_REQUESTS)
    const before = rssBytes()
    await attacks(HOSTILE_REQUESTS)
    const grownBytes = rssBytes() - before
    console.log(
      `${HOSTILE_REQUESTS} hostile requests after as many: memory ${(before / 2 ** 20).toFixed(0)} MiB, grown by ${(grownBytes / 2 ** 20).toFixed(1)} MiB`,
    )
    expect(grownBytes).toBeLessThan(RSS_BUDGET_BYTES)
    expect((await api.get('/gear?limit=1')).status).toBe(200)
  })
})
