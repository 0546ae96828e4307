/* oxlint-disable kitroom/no-test-clock -- Crash tests compare the times of its requests with those of an idle server. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Api } from '../../../support/api.ts'
import { corpus } from './cases.ts'
import { pause } from '../../../support/wait.ts'

/** True where the memory of another process can be read. */
export const canMeasure = process.platform === 'linux'

export const rssBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const cases = Object.values(corpus).flat()
const CONCURRENCY = 20

/** Sends a case of the corpus and disconnects at the first answer. */
const attack = ({ url, key }: Api, index: number): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const finish = (): void => {
      socket.destroy()
      resolve()
    }
    socket.on('data', finish)
    socket.on('close', finish)
    socket.on('error', finish)
    for (const step of cases[index % cases.length]?.send ?? [])
      if (typeof step === 'string') socket.write(step.replaceAll('{key}', key), 'latin1')
  })

/** Sends the corpus repeatedly and ignores the answers. */
export async function attacks(api: Api, count: number): Promise<void> {
  for (let index = 0; index < count; index += CONCURRENCY)
    await Promise.all(Array.from({ length: CONCURRENCY }, (_, offset) => attack(api, index + offset)))
}

/** Sends headers slowly on a connection, and reconnects when the server closes it. */
function slowClient(url: string, from: string, stopSignal: AbortSignal, onEnd: (answer: string) => void): void {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: from })
  let answer = ''
  const timer = setInterval(() => socket.write('X: y\r\n'), 1000)
  const stop = (): void => void socket.destroy()
  socket.write('GET /api/v1/gear HTTP/1.1\r\nHost: x\r\n')
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    stopSignal.removeEventListener('abort', stop)
    if (stopSignal.aborted) return
    onEnd(answer)
    slowClient(url, from, stopSignal, onEnd)
  })
  stopSignal.addEventListener('abort', stop)
}

export interface BesideSlowClients {
  tookMs: number[]
  statuses: number[]
  /** The answer to each slow connection, when the server closed it. */
  slowAnswers: string[]
}

/** Addresses of the slow clients. There are several, so that none reaches the connection limit per address. */
const SLOW_ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']

/** Sends normal requests one after another while many slow clients hold connections. */
export async function measureBesideSlowClients(
  api: Api,
  connections: number,
  forMs: number,
): Promise<BesideSlowClients> {
  const stop = new AbortController()
  const results: BesideSlowClients = { tookMs: [], statuses: [], slowAnswers: [] }
  const onEnd = (answer: string): void => void results.slowAnswers.push(answer.slice(0, 12))
  for (let count = 0; count < connections; count++)
    slowClient(api.url, SLOW_ADDRESSES[count % SLOW_ADDRESSES.length] as string, stop.signal, onEnd)
  const endMs = performance.now() + forMs
  while (performance.now() < endMs) {
    const startedAtMs = performance.now()
    results.statuses.push((await api.get('/gear?limit=20')).status)
    results.tookMs.push(performance.now() - startedAtMs)
    await pause(10, 'a client that sends requests now and then')
  }
  stop.abort()
  return results
}

export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0
