import { BlockList, isIP, isIPv6 } from 'node:net'

export interface ClientOrigin {
  /** A plain IP address: no port, no zone, no IPv4-mapped IPv6. Empty when the socket is closed. */
  ip: string
  /** True if a trusted proxy reports TLS. */
  secure: boolean
}

export interface ForwardedHeaders {
  'x-forwarded-for'?: string
  'x-forwarded-proto'?: string
}

/** Maximum number of hops to read, more than in any real chain. Further entries do not come from Kitroom's proxies. */
const MAX_HOPS = 20

/** Strips the IPv6 prefix that a dual-stack listener adds to IPv4 addresses. */
export const toPlainAddress = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address

/** Parses one entry of X-Forwarded-For: an address, possibly with port or brackets. */
function readHop(entry: string): string | undefined {
  const text = entry.trim()
  const withoutPort = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  return isIP(withoutPort) === 0 || withoutPort.includes('%') ? undefined : toPlainAddress(withoutPort.toLowerCase())
}

const CIDR = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/

export function parseNetwork(entry: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const match = CIDR.exec(entry)
  const address = match?.[1] ?? ''
  if (isIP(address) === 0) return undefined
  const maxPrefix = isIPv6(address) ? 128 : 32
  const prefix = match?.[2] === undefined ? maxPrefix : Number(match[2])
  return prefix <= maxPrefix ? { address, prefix, family: maxPrefix === 128 ? 'ipv6' : 'ipv4' } : undefined
}

export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const parsed = parseNetwork(network)
    if (!parsed) throw new Error(`not a network: ${network}`)
    list.addSubnet(parsed.address, parsed.prefix, parsed.family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Finds the client's address. Forwarded headers count only on connections from trusted networks; the last untrusted
 * entry is the client. An invalid entry ends the search, because only entries to its right come from trusted proxies.
 */
export function createOriginFinder(
  networks: readonly string[],
): (socketAddress: string | undefined, forwarded: ForwardedHeaders) => ClientOrigin {
  if (networks.length === 0) return (socketAddress) => ({ ip: toPlainAddress(socketAddress ?? ''), secure: false })
  const isTrusted = createNetworkCheck(networks)
  return (socketAddress, forwarded) => {
    let ip = toPlainAddress(socketAddress ?? '')
    if (isIP(ip) === 0 || !isTrusted(ip)) return { ip, secure: false }
    const hops = (forwarded['x-forwarded-for'] ?? '').split(',').slice(-MAX_HOPS)
    for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
      const address = readHop(hop)
      if (address === undefined) break
      ip = address
      if (!isTrusted(address)) break
    }
    return { ip, secure: forwarded['x-forwarded-proto']?.split(',').at(-1)?.trim().toLowerCase() === 'https' }
  }
}
