import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { LocalError } from './errors.ts'

/** Whether a server could listen on this port of this address now. */
export const isFree = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** Whether the port is free now or becomes so in time: what a process that has just ended leaves behind may take a moment to go. */
export async function becomesFree(port: number, withinMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + withinMs
  while (!(await isFree(port))) {
    if (performance.now() > deadlineMs) return false
    await wait(50)
  }
  return true
}

const LOWEST = 20_000
const HIGHEST = 32_000

/** A port that nobody uses, below those that systems give to outgoing connections: such a one could be taken while a server of ours restarts. */
export async function anyFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port, host)) return port
  }
  throw new LocalError('no_port', `No free port was found between ${LOWEST} and ${HIGHEST}.`)
}

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
