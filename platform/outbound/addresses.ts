import { BlockList, isIP } from 'node:net'

/** Networks that are not the public internet, from the IANA registries of special-purpose addresses (RFC 6890) and their updates. */
const closedV4: readonly [string, number][] = [
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
 * Control services of clouds at addresses that look public but are answered by the machine's own host: Azure's platform (168.63.129.16, as its
 * documents name it), and the private service networks of IBM Cloud. The others' are link-local, private or shared (169.254.0.0/16,
 * 100.100.100.200, 192.0.0.192, fd00:ec2::254) and closed above and below.
 */
const cloudControlV4: readonly [string, number][] = [
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
  ['168.63.129.16', 32],
]

/** Inside global unicast: Teredo and other protocol assignments, documentation, 6to4. */
const closedV6: readonly [string, number][] = [
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

const notPublicV4 = listOf([...closedV4, ...cloudControlV4], 'ipv4')
const notPublicV6 = listOf(closedV6, 'ipv6')
/** Everything else of IPv6 is loopback, link-local, unique local, multicast, an IPv4 address in another coat (`::ffff:`, `64:ff9b::`) or nobody's. */
const globalUnicast = listOf([['2000::', 3]], 'ipv6')
const mappedV4 = listOf([['::ffff:0:0', 96]], 'ipv6')

/** `ipv4`, `ipv6`, or `undefined` for what is no plain address: a name, an address with a zone, an IPv4 address inside IPv6. */
export function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address)
  if (family === 4) return 'ipv4'
  return family === 6 && !address.includes('%') && !mappedV4.check(address, 'ipv6') ? 'ipv6' : undefined
}

/** Whether an address is one of the public internet, where webhooks may go without being asked. */
export function isPublicAddress(address: string): boolean {
  const family = familyOf(address)
  if (family === 'ipv4') return !notPublicV4.check(address, 'ipv4')
  return family === 'ipv6' && globalUnicast.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
}
