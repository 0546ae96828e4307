import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A proxy before the API that can hold a worker's requests, so that a run cannot end before a test has killed
 * something.
 */
export interface HoldingProxy extends AsyncDisposable {
  /** The environment of workers that reach the API through it. */
  env: { KITROOM_URL: string }
  /** Forwards so many more writes; all that comes later waits, answers too, until `release`. */
  holdAfter(writes: number): void
  /** Forwards what waits, and everything from now on. */
  release(): void
}

const WRITE = /(?:POST|PATCH|DELETE) \/api\/v1\/gear/g

/** @param target the URL of the API that runs now */
export async function startHoldingProxy(target: () => string): Promise<HoldingProxy> {
  const sockets = new Set<Socket>()
  let remaining = Infinity
  const isHolding = (): boolean => remaining <= 0
  const count = (bytes: Buffer): void => {
    remaining -= bytes.toString('latin1').match(WRITE)?.length ?? 0
    if (isHolding()) for (const socket of sockets) socket.pause()
  }
  const server = createServer((client) => {
    const { port, hostname } = new URL(target())
    const upstream = connect(Number(port), hostname)
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => (sockets.delete(socket), end()))
    }
    client.on('data', (bytes: Buffer) => (upstream.write(bytes), count(bytes)))
    upstream.on('data', (bytes: Buffer) => client.write(bytes))
    if (isHolding()) for (const socket of [client, upstream]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    env: { KITROOM_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    holdAfter(writes) {
      remaining = writes
    },
    release() {
      remaining = Infinity
      for (const socket of sockets) socket.resume()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
