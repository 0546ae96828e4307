import { LocalError } from '../errors.ts'
import { anyFreePort, freePortFrom, isFree } from '../ports.ts'

const ANY_ADDRESS = new Set(['0.0.0.0', '::', ''])

/** URL, without a path, at which this machine reaches a server that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const reached = ANY_ADDRESS.has(host) ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/**
 * The port that a process of ours will take. 0 means any. A port that is in use is an error, or, where `yielding`, makes way for the next free one.
 * @throws LocalError `port_taken`.
 */
export async function choosePort(host: string, wanted: number, setting: string, what: string, yielding: boolean): Promise<number> {
  if (wanted === 0) return anyFreePort(host)
  if (await isFree(wanted, host)) return wanted
  if (yielding) return freePortFrom(wanted + 1, host)
  throw new LocalError(
    'port_taken',
    `Port ${wanted} is in use, so the ${what} cannot take it. Stop the program that uses it (is Kitroom running already?), or set ${setting} to another port.`,
  )
}
