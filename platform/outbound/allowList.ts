import { BlockList } from 'node:net'
import { familyOf } from './addresses.ts'

export interface AllowList {
  covers(address: string, port: number): boolean
  /** True if an entry allows this port. The addresses of a name are known only when the request is sent. */
  hasPort(port: number): boolean
}

class AllowListError extends Error {
  override name = 'AllowListError'
}

interface Entry {
  family: 'ipv4' | 'ipv6'
  networks: BlockList
  port: number | '*'
}

const ENTRY_FORMAT =
  /^(?:(?<v4>[0-9.]+)|\[(?<v6>[0-9A-Fa-f:.]+)\])(?:\/(?<prefix>[0-9]{1,3}))?:(?<port>\*|[1-9][0-9]{0,4})$/

function readEntry(text: string): Entry | undefined {
  const { v4, v6, prefix, port = '' } = ENTRY_FORMAT.exec(text)?.groups ?? {}
  const address = v4 ?? v6 ?? ''
  const family = familyOf(address)
  if (!family || (family === 'ipv6') !== (v6 !== undefined)) return undefined
  const maxBits = family === 'ipv4' ? 32 : 128
  const bits = prefix === undefined ? maxBits : Number(prefix)
  if (bits > maxBits || Number(port) > 65_535) return undefined
  const networks = new BlockList()
  networks.addSubnet(address, bits, family)
  return { family, networks, port: port === '*' ? '*' : Number(port) }
}

const matchesPort = (entry: Entry, port: number): boolean => entry.port === '*' || entry.port === port

/**
 * Parses entries such as `127.0.0.1/32:4101`, `10.0.0.0/8:*` or `[::1]/128:9000`. IPv4 entries do not
 * match IPv4-mapped IPv6. @throws AllowListError naming the entry's position, not its text
 */
export function parseAllowList(texts: readonly string[]): AllowList {
  const entries = texts.map((text, index) => {
    const entry = readEntry(text.trim())
    if (entry) return entry
    throw new AllowListError(
      `entry ${index + 1} must be a network and a port, such as 127.0.0.1/32:4101, 10.0.0.0/8:* or [::1]/128:9000`,
    )
  })
  return {
    covers(address, port) {
      const family = familyOf(address)
      return (
        family !== undefined &&
        entries.some(
          (entry) => entry.family === family && matchesPort(entry, port) && entry.networks.check(address, family),
        )
      )
    },
    hasPort: (port) => entries.some((entry) => matchesPort(entry, port)),
  }
}

export const emptyAllowList: AllowList = parseAllowList([])
