import { LocalError } from '../errors.ts'
import { anyFreePort, freePortFrom, isFree } from '../ports.ts'

const ANY_ADDRESS = new Set(['0.0.0.0', '::', ''])

/** URL, without a path, of a local server that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const reached = ANY_ADDRESS.has(host) ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** Chooses a port; 0 means any. A port in use is an error or, with `yielding`, replaced by the next free one. @throws LocalError `port_taken` */
export async function choosePort(host: string, wanted: number, setting: string, what: string, yielding: boolean): Promise<number> {
  if (wanted === 0) return anyFreePort(host)
  if (await isFree(wanted, host)) return wanted
  if (yielding) return freePortFrom(wanted + 1, host)
  throw new LocalError(
    'port_taken',
    `Port ${wanted} is in use, so the ${what} cannot take it. Stop the program that uses it (is Kitroom running already?), or set ${setting} to another port.`,
  )
}
