import { BlockList, isIP } from 'node:net'

/** Non-public networks of the IANA special-purpose registries (RFC 6890 and updates). */
const specialNetworksV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/**
 * Control services of clouds at addresses that look public: Azure (168.63.129.16) and IBM Cloud. The other lists have
 * those of other clouds.
 */
const cloudControlNetworksV4: readonly [string, number][] = [
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
  ['168.63.129.16', 32],
]

/** Networks inside global unicast that are not public: protocol assignments such as Teredo, documentation, 6to4. */
const specialNetworksV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

function listOf(networks: readonly [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family)
  return list
}

const notPublicV4 = listOf([...specialNetworksV4, ...cloudControlNetworksV4], 'ipv4')
const notPublicV6 = listOf(specialNetworksV6, 'ipv6')
/**
 * The only public part of IPv6. The rest is loopback, link-local, unique local, multicast, embedded IPv4 (`::ffff:`,
 * `64:ff9b::`) or unassigned.
 */
const globalUnicast = listOf([['2000::', 3]], 'ipv6')
const mappedV4 = listOf([['::ffff:0:0', 96]], 'ipv6')

/**
 * Finds the family of an address.
 * @returns `undefined` for anything that is not a plain address: a name, an address with a zone, an IPv4-mapped IPv6
 * address
 */
export function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address)
  if (family === 4) return 'ipv4'
  return family === 6 && !address.includes('%') && !mappedV4.check(address, 'ipv6') ? 'ipv6' : undefined
}

/** True for public internet addresses, which webhooks may reach without an allow-list entry. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address)
  if (family === 'ipv4') return !notPublicV4.check(address, 'ipv4')
  return family === 'ipv6' && globalUnicast.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
}
