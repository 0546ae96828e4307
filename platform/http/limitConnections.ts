// Closes the longest idle connection at the limit. node:http would refuse new connections instead, so idle connections
// of one client could lock out all others.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { toAddressGroup } from '../toAddressGroup.ts'
import { toPlainAddress } from './clientOrigin.ts'

export interface ConnectionLimits {
  /** Maximum number of connections. At the limit the longest idle one is closed, or the new one if none is idle. */
  connections: number
  /** Maximum number per IPv4 address, or per 64-bit IPv6 prefix. */
  connectionsPerAddress: number
}

/** True for an address that many clients share, such as a proxy's. Only the total limit applies to it. */
export type IsShared = (address: string) => boolean

export interface LimitedConnections {
  closed(): number
}

/** Connections of one address, or of all addresses. `idle` is ordered by the time at which they became idle. */
class Group {
  count = 0
  readonly idle = new Set<Socket>()

  longestIdle(): Socket | undefined {
    const [first] = this.idle
    return first
  }
}

interface Membership {
  group: Group
  limit: number
}

/** Reports a connection as idle when all its requests are answered, and as busy when a request begins. */
function watchRequests(server: Server, setIdle: (socket: Socket, isIdle: boolean) => void): void {
  const requestsBySocket = new WeakMap<Socket, number>()
  const add = (socket: Socket, requests: number): void => {
    const openRequests = (requestsBySocket.get(socket) ?? 0) + requests
    requestsBySocket.set(socket, openRequests)
    setIdle(socket, openRequests === 0)
  }
  const beginRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    add(socket, 1)
    response.once('close', () => add(socket, -1))
  }
  // Adding a first listener to checkContinue or checkExpectation would disable Node's default reply.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    if (server.listenerCount(event) > 0) server.prependListener(event, beginRequest)
}

function createGroups(limits: ConnectionLimits, isShared: IsShared): (socket: Socket) => Membership[] {
  const allConnections = new Group()
  const byAddress = new Map<string, Group>()
  return (socket) => {
    const address = toPlainAddress(socket.remoteAddress ?? '')
    const totalMembership = { group: allConnections, limit: limits.connections }
    if (isShared(address)) return [totalMembership]
    const addressKey = toAddressGroup(address)
    const group = byAddress.get(addressKey) ?? new Group()
    byAddress.set(addressKey, group)
    socket.once('close', () => {
      if (group.count === 0) byAddress.delete(addressKey)
    })
    return [{ group, limit: limits.connectionsPerAddress }, totalMembership]
  }
}

/**
 * Enforces connection limits. Call it after all listeners are added. A connection is idle while none of its requests is
 * being read or answered.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, isShared: IsShared): LimitedConnections {
  const groupsOf = new WeakMap<Socket, Group[]>()
  let closed = 0

  const findGroups = createGroups(limits, isShared)
  const leaveGroups = (socket: Socket): void => {
    for (const group of groupsOf.get(socket) ?? []) {
      group.count -= 1
      group.idle.delete(socket)
    }
    groupsOf.delete(socket)
  }
  const close = (socket: Socket): void => {
    closed += 1
    leaveGroups(socket)
    socket.destroy()
  }
  const setIdle = (socket: Socket, isIdle: boolean): void => {
    for (const { idle } of groupsOf.get(socket) ?? []) {
      idle.delete(socket)
      if (isIdle) idle.add(socket)
    }
  }

  const closeLongestIdle = (fullMemberships: readonly Membership[]): void => {
    for (const { group, limit } of fullMemberships) {
      const longest = group.count > limit ? group.longestIdle() : undefined
      if (longest) close(longest)
    }
  }

  server.on('connection', (socket: Socket) => {
    const memberships = findGroups(socket)
    socket.prependOnceListener('close', () => leaveGroups(socket))
    const fullMemberships = memberships.filter(({ group, limit }) => group.count >= limit)
    if (fullMemberships.some(({ group }) => group.idle.size === 0)) {
      close(socket)
      return
    }
    groupsOf.set(
      socket,
      memberships.map(({ group }) => group),
    )
    for (const { group } of memberships) group.count += 1
    setIdle(socket, true)
    // Sockets are read before immediates run, so a connection whose request has arrived is no longer idle and is not
    // reset.
    if (fullMemberships.length > 0) setImmediate(closeLongestIdle, fullMemberships)
  })
  watchRequests(server, setIdle)
  return { closed: () => closed }
}
