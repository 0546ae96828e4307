// node:http refuses new connections at its limit, so idle connections of one client can shut out the rest. This closes
// the longest idle one instead.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '../addressGroup.ts'

export interface ConnectionLimits {
  connections: number
  /** Per IPv4 address, or per 64-bit IPv6 prefix. */
  connectionsPerAddress: number
  /** Addresses shared by many clients, such as a proxy; only the total limit applies to them. */
  isShared?: (address: string) => boolean
}

export interface LimitedConnections {
  closed(): number
}

/** The connections of one address, or of all. `idle` is ordered by the time of becoming idle. */
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

/** Strips the IPv6 prefix that a dual-stack listener adds to IPv4 addresses. */
const plainAddress = (socket: Socket): string => (socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/, '')

/** Reports a connection idle when all its requests are answered, and busy when one begins. */
function watchRequests(server: Server, setIdle: (socket: Socket, isIdle: boolean) => void): void {
  const inFlight = new WeakMap<Socket, number>()
  const add = (socket: Socket, requests: number): void => {
    const now = (inFlight.get(socket) ?? 0) + requests
    inFlight.set(socket, now)
    setIdle(socket, now === 0)
  }
  const begin = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    add(socket, 1)
    response.once('close', () => add(socket, -1))
  }
  // Adding a first listener to checkContinue or checkExpectation would disable Node's default reply.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) if (server.listenerCount(event) > 0) server.prependListener(event, begin)
}

function createGroups(limits: ConnectionLimits): (socket: Socket) => Membership[] {
  const all = new Group()
  const byAddress = new Map<string, Group>()
  return (socket) => {
    const address = plainAddress(socket)
    const whole = { group: all, limit: limits.connections }
    if (limits.isShared?.(address)) return [whole]
    const name = addressGroup(address)
    const group = byAddress.get(name) ?? new Group()
    byAddress.set(name, group)
    socket.once('close', () => {
      if (group.count === 0) byAddress.delete(name)
    })
    return [{ group, limit: limits.connectionsPerAddress }, whole]
  }
}

/** Enforces connection limits on a server that has all its listeners. A connection is idle while none of its requests is read or answered. */
export function limitConnections(server: Server, limits: ConnectionLimits): LimitedConnections {
  const groupsOf = new WeakMap<Socket, Group[]>()
  let closed = 0

  const enter = createGroups(limits)
  const leave = (socket: Socket): void => {
    for (const group of groupsOf.get(socket) ?? []) {
      group.count -= 1
      group.idle.delete(socket)
    }
    groupsOf.delete(socket)
  }
  const close = (socket: Socket): void => {
    closed += 1
    leave(socket)
    socket.destroy()
  }
  const setIdle = (socket: Socket, isIdle: boolean): void => {
    for (const { idle } of groupsOf.get(socket) ?? []) {
      idle.delete(socket)
      if (isIdle) idle.add(socket)
    }
  }

  const closeLongestIdle = (joined: readonly Membership[]): void => {
    for (const { group, limit } of joined) {
      const longest = group.count > limit ? group.longestIdle() : undefined
      if (longest) close(longest)
    }
  }

  server.on('connection', (socket: Socket) => {
    const memberships = enter(socket)
    socket.prependOnceListener('close', () => leave(socket))
    const full = memberships.filter(({ group, limit }) => group.count >= limit)
    if (full.some(({ group }) => group.idle.size === 0)) {
      close(socket)
      return
    }
    groupsOf.set(
      socket,
      memberships.map(({ group }) => group),
    )
    for (const { group } of memberships) group.count += 1
    setIdle(socket, true)
    // Sockets are read before immediates run, so a connection whose request has arrived is no longer idle and is not reset.
    if (full.length > 0) setImmediate(closeLongestIdle, full)
  })
  watchRequests(server, setIdle)
  return { closed: () => closed }
}
