import { BlockList, isIP, isIPv6 } from 'node:net'

/** Where a request came from. */
export interface Origin {
  /** An IP address in plain form: no port, no zone, an IPv4 address never inside IPv6. Empty when the socket is gone. */
  ip: string
  /** Whether the client reached us over TLS, as a trusted proxy says. */
  secure: boolean
}

/** What proxies say of a request; each may be a list, joined in the order in which it came. */
export interface Forwarded {
  'x-forwarded-for'?: string
  'x-forwarded-proto'?: string
}

/** More hops than any real chain has: what lies further left was not written by a proxy of ours. */
const MAX_HOPS = 20

const plain = (address: string): string => (address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address)

/** One entry of X-Forwarded-For: an address, perhaps with a port or in brackets. `undefined` when it is none. */
function readHop(entry: string): string | undefined {
  const text = entry.trim()
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 || bare.includes('%') ? undefined : plain(bare.toLowerCase())
}

const CIDR = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/

/**
 * Reads one entry of a list of networks: `10.0.0.0/8`, `::1`.
 * @returns address and prefix length, or `undefined` when the entry is neither
 */
export function readNetwork(entry: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const match = CIDR.exec(entry)
  const address = match?.[1] ?? ''
  if (isIP(address) === 0) return undefined
  const widest = isIPv6(address) ? 128 : 32
  const prefix = match?.[2] === undefined ? widest : Number(match[2])
  return prefix <= widest ? { address, prefix, family: widest === 128 ? 'ipv6' : 'ipv4' } : undefined
}

/** Whether an address lies in one of the networks. */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const read = readNetwork(network)
    if (!read) throw new Error(`not a network: ${network}`)
    list.addSubnet(read.address, read.prefix, read.family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Finds where requests come from. X-Forwarded-For and X-Forwarded-Proto count only on connections from the given networks; the address is then the
 * last one in the list that is no trusted proxy. An entry that is no address ends the search: only what stands right of it was written by ours.
 */
export function createOriginFinder(networks: readonly string[]): (socketAddress: string | undefined, forwarded: Forwarded) => Origin {
  if (networks.length === 0) return (socketAddress) => ({ ip: plain(socketAddress ?? ''), secure: false })
  const isTrusted = createNetworkCheck(networks)
  return (socketAddress, forwarded) => {
    let ip = plain(socketAddress ?? '')
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
