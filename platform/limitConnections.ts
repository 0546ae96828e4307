// node:http refuses new connections when there are too many, so that whoever opens idle ones shuts out everybody. Here the longest idle one goes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from './addressGroup.ts'

export interface ConnectionLimits {
  connections: number
  /** Of one address; of IPv6, of its first 64 bits. */
  connectionsPerAddress: number
  /** Addresses that stand for many clients, such as a proxy: only the limit of all counts. */
  isShared?: (address: string) => boolean
}

export interface LimitedConnections {
  /** Connections that were closed because too many were open: idle ones, or new ones where none was idle. */
  closed(): number
}

/** The connections of an address, or of all. The set of idle ones is in the order in which they fell idle. */
class Group {
  count = 0
  readonly idle = new Set<Socket>()

  longestIdle(): Socket | undefined {
    const [first] = this.idle
    return first
  }
}

/** A group that a connection belongs to, and how many it may have. */
interface Membership {
  group: Group
  most: number
}

/** An IPv4 address inside IPv6 is the IPv4 one: it comes over a listener of both. */
const plainAddress = (socket: Socket): string => (socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/, '')

/** Calls back when the requests of a connection begin and when all of them have been answered. */
function watchRequests(server: Server, setIdle: (socket: Socket, isIdle: boolean) => void): void {
  // Requests that were sent together are under way together.
  const underWay = new WeakMap<Socket, number>()
  const add = (socket: Socket, requests: number): void => {
    const now = (underWay.get(socket) ?? 0) + requests
    underWay.set(socket, now)
    setIdle(socket, now === 0)
  }
  const begin = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    add(socket, 1)
    response.once('close', () => add(socket, -1))
  }
  // Node does other things by itself where nobody listens to the latter two.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) if (server.listenerCount(event) > 0) server.prependListener(event, begin)
}

/** @returns what tells the groups of a new connection: that of its address and that of all */
function createGroups(limits: ConnectionLimits): (socket: Socket) => Membership[] {
  const all = new Group()
  const byAddress = new Map<string, Group>()
  return (socket) => {
    const address = plainAddress(socket)
    const whole = { group: all, most: limits.connections }
    if (limits.isShared?.(address)) return [whole]
    const name = addressGroup(address)
    const group = byAddress.get(name) ?? new Group()
    byAddress.set(name, group)
    socket.once('close', () => {
      if (group.count === 0) byAddress.delete(name)
    })
    return [{ group, most: limits.connectionsPerAddress }, whole]
  }
}

/**
 * Keeps the connections of a server under its limits. A connection is idle when no request of it is being read or answered.
 * @param server with all its listeners
 */
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

  const makeRoom = (joined: readonly Membership[]): void => {
    for (const { group, most } of joined) {
      const longest = group.count > most ? group.longestIdle() : undefined
      if (longest) close(longest)
    }
  }

  server.on('connection', (socket: Socket) => {
    const joined = enter(socket)
    socket.prependOnceListener('close', () => leave(socket))
    const full = joined.filter(({ group, most }) => group.count >= most)
    if (full.some(({ group }) => group.idle.size === 0)) {
      close(socket)
      return
    }
    groupsOf.set(
      socket,
      joined.map(({ group }) => group),
    )
    for (const { group } of joined) group.count += 1
    setIdle(socket, true)
    // Sockets are read before immediates run: a connection whose request has arrived is not idle then, and is not reset.
    if (full.length > 0) setImmediate(makeRoom, full)
  })
  watchRequests(server, setIdle)
  return { closed: () => closed }
}
