import { connect } from 'node:net'
import type { Api } from '../../../support/api.ts'
import { corpus } from './cases.ts'

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

/** Many clients that send their headers slowly, until they are disposed. */
export interface SlowClients extends AsyncDisposable {
  /** The answer to each slow connection, when the server closed it. */
  readonly answers: readonly string[]
}

/** Addresses of the slow clients. There are several, so that none reaches the connection limit per address. */
const SLOW_ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']

export function besideSlowClients({ url }: Api, connections: number): SlowClients {
  const stop = new AbortController()
  const answers: string[] = []
  const onEnd = (answer: string): void => void answers.push(answer.slice(0, 12))
  for (let count = 0; count < connections; count++)
    slowClient(url, SLOW_ADDRESSES[count % SLOW_ADDRESSES.length] as string, stop.signal, onEnd)
  return { answers, [Symbol.asyncDispose]: async () => stop.abort() }
}

export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0
