import { LocalError } from '../errors.ts'
import { findFreePort, findFreePortFrom, isPortFree } from '../ports.ts'

const WILDCARD_HOSTS = new Set(['0.0.0.0', '::', ''])

/** Builds the URL, without a path, of a local server that listens on `host`. */
export function toLocalUrl(host: string, port: number): string {
  const reachableHost = WILDCARD_HOSTS.has(host) ? '127.0.0.1' : host
  return `http://${reachableHost.includes(':') ? `[${reachableHost}]` : reachableHost}:${port}`
}

/**
 * Chooses a port; 0 means any. A port in use is an error or, with `useNextFree`, replaced by the next free one.
 * @throws LocalError `port_taken`
 */
export async function choosePort(
  host: string,
  wanted: number,
  setting: string,
  serviceName: string,
  useNextFree: boolean,
): Promise<number> {
  if (wanted === 0) return findFreePort(host)
  if (useNextFree) return findFreePortFrom(wanted, host)
  if (await isPortFree(wanted, host)) return wanted
  throw new LocalError(
    'port_taken',
    `Port ${wanted} is in use, so the ${serviceName} cannot take it. Stop the program that uses it (is Kitroom running already?), or set ${setting} to another port.`,
  )
}
