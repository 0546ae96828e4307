import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { LocalError } from './errors.ts'

export const isPortFree = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** Waits for a port that an ended process may still hold. @returns true if it is free */
export async function waitUntilPortFree(port: number, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs
  while (!(await isPortFree(port))) {
    if (performance.now() > deadlineMs) return false
    await wait(50)
  }
  return true
}

const MIN_PORT = 20_000
const MAX_PORT = 32_000

/**
 * Reserves a port for this process until it ends by binding it for UDP, so that another Kitroom that starts now chooses
 * another port. TCP servers can still listen on it.
 */
async function reservePort(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    return true
  } catch {
    socket.close()
    return false
  }
}

const tryReserve = async (port: number, host: string): Promise<boolean> =>
  (await isPortFree(port, host)) && (await reservePort(port))

/** Finds a free port below the system's ephemeral range, so that no outgoing connection takes it during a restart. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(MIN_PORT, MAX_PORT)
    if (await tryReserve(port, host)) return port
  }
  throw new LocalError('no_port', `No free port was found between ${MIN_PORT} and ${MAX_PORT}.`)
}

/** Finds a free port: the wanted one, else the next of the following hundred, else any. */
export async function findFreePortFrom(wanted: number, host = '127.0.0.1'): Promise<number> {
  for (let port = wanted; port < wanted + 100 && port <= 65_535; port++) if (await tryReserve(port, host)) return port
  return findFreePort(host)
}

export const acceptsConnections = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 })
    const finish = (hasAnswered: boolean): void => {
      socket.destroy()
      resolve(hasAnswered)
    }
    socket.once('connect', () => finish(true))
    socket.once('timeout', () => finish(false))
    socket.once('error', () => finish(false))
  })

/** Waits until a connection is accepted. @returns false on a timeout or `giveUp` */
export async function waitForPort(port: number, timeoutMs: number, shouldStop: () => boolean): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs
  while (performance.now() < deadlineMs && !shouldStop()) {
    if (await acceptsConnections(port)) return true
    await wait(50)
  }
  return false
}
