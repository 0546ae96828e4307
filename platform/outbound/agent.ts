import type { LookupOptions } from 'node:dns'
import { lookup as lookupName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { Agent, buildConnector } from 'undici'
import type { AllowList } from './allowList.ts'
import { targetOf } from './checkUrl.ts'
import { mayReach, refuseTarget, type Target } from './policy.ts'

/** Nothing was sent, because the host is not one that webhooks may reach. The message may be shown; it does not tell what a name resolves to. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly code = 'address_refused'
}

export interface HostAddress {
  address: string
  family: number
}

/** Gives every address of a name. @throws Error with a code such as ENOTFOUND */
export type ResolveHost = (name: string) => Promise<readonly HostAddress[]>

export interface GuardedAgentOptions {
  /** The system's own resolver unless given. */
  resolveHost?: ResolveHost
  connectTimeoutMs?: number
  /** Connections to one origin at most. */
  connections?: number
}

const CONNECT_TIMEOUT_MS = 10_000
/** A receiver that moved is looked up again after this long at the latest, whatever keep-alive it asks for. */
const KEEP_ALIVE_MAX_MS = 60_000

const resolveBySystem: ResolveHost = (name) => lookupName(name, { all: true, order: 'verbatim' })

/** Resolves once and hands on what was checked: the socket connects to these very addresses and asks nobody again. */
async function resolveChecked(target: Target, allow: AllowList, resolveHost: ResolveHost): Promise<HostAddress[]> {
  const addresses = await resolveHost(target.host)
  // One bad address among good ones is how a name is made to point inwards every other time.
  if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address, target, allow)))
    throw new AddressRefused('The name leads to an address that webhooks may not reach.')
  return addresses.map(({ address }) => ({ address, family: isIP(address) }))
}

/** Told to look for addresses of both families, a socket always asks for all of them. */
const guardedLookup = (target: Target, allow: AllowList, resolveHost: ResolveHost): LookupFunction =>
  callbackify((host: string, _options: LookupOptions) => resolveChecked({ ...target, host }, allow, resolveHost))

/** Connects like undici's own connector, to checked addresses only. There is one of those per scheme and port, because a lookup is told neither. */
function createGuardedConnector(allow: AllowList, resolveHost: ResolveHost, timeoutMs: number): buildConnector.connector {
  const connectors = new Map<string, buildConnector.connector>()
  return (options, callback) => {
    const target = targetOf(options)
    const fault = refuseTarget(target, allow)
    if (fault !== undefined) {
      queueMicrotask(() => callback(new AddressRefused(fault), null))
      return
    }
    const way = `${options.protocol}${target.port}`
    const lookup = guardedLookup(target, allow, resolveHost)
    const connector = connectors.get(way) ?? buildConnector({ allowH2: false, timeout: timeoutMs, autoSelectFamily: true, lookup })
    connectors.set(way, connector)
    connector(options, callback)
  }
}

/**
 * An undici agent that reaches public addresses over TLS, and what the allow list adds. Each name is resolved once for a connection, every address of the answer
 * must be allowed, and the socket goes to one of those. Redirects are answers like others: nothing follows them.
 * Requests that are refused fail with {@link AddressRefused} before anything was connected.
 */
export function createGuardedAgent(allow: AllowList, options: GuardedAgentOptions = {}): Agent {
  const { resolveHost = resolveBySystem, connectTimeoutMs = CONNECT_TIMEOUT_MS, connections } = options
  return new Agent({
    connect: createGuardedConnector(allow, resolveHost, connectTimeoutMs),
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    ...(connections === undefined ? {} : { connections }),
  })
}
