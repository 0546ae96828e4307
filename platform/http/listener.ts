import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from './nodeHttp.ts'

export const MAX_HEADER_BYTES = 16 * 1024

/** Time limits of a listener. The defaults are Node's. */
export interface ListenerLimits {
  headersMs?: number
  requestMs: number
  /** Time limit without a byte in either direction. */
  silenceMs?: number
  keepAliveMs?: number
  checkEveryMs?: number
}

/**
 * Creates a node:http server with limits.
 * @param requireHostHeader false if the caller answers requests without a Host header
 */
export function createListener(limits: ListenerLimits, requireHostHeader = true): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader,
  })
  server.timeout = limits.silenceMs ?? 0
  return server
}

export interface Listening {
  url: string
  port: number
}

/** Listens on a port; the system chooses one for port 0. @throws Error of node:net */
export function listenOn(server: Server, host: string, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const { address, family, port: bound } = server.address() as AddressInfo
      resolve({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`, port: bound })
    })
  })
}

/** Stops listening. Running requests get `graceMs` to complete, then their connections are cut. */
export async function closeListener(server: Server, graceMs = 0): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(timer)
}
