import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Whether a server could listen on this port of this address now. */
export const isFree = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** A port that nobody listens on; the system chooses. */
export const anyFreePort = (host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port was given.'))))
    })
  })

/** The wanted port, or the next of the hundred after it that is free. */
export async function freePortFrom(wanted: number, host = '127.0.0.1'): Promise<number> {
  for (let port = wanted; port < wanted + 100 && port <= 65_535; port++) if (await isFree(port, host)) return port
  return anyFreePort(host)
}

/** Whether somebody accepts connections there, within a second. */
export const answers = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 })
    const finish = (answered: boolean): void => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => finish(true))
    socket.once('timeout', () => finish(false))
    socket.once('error', () => finish(false))
  })

/** Waits until somebody accepts connections; `false` when the time is up or `giveUp` says so. */
export async function waitForPort(port: number, timeoutMs: number, giveUp: () => boolean): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs
  while (performance.now() < deadlineMs && !giveUp()) {
    if (await answers(port)) return true
    await wait(50)
  }
  return false
}
