import type { LookupOptions } from 'node:dns'
import { lookup as lookupName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { Agent, buildConnector } from 'undici'
import type { AllowList } from './allowList.ts'
import { toTarget } from './checkUrl.ts'
import { isAllowedAddress, findTargetFault, type Target, type TargetReason } from './targetFaults.ts'

/**
 * The host is not allowed; nothing was sent. The message is safe to show: it does not reveal what a name resolves to.
 */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly code = 'address_refused'
  /** `address_name_refused`: the name resolves to a refused address. */
  readonly reason: TargetReason | 'address_name_refused'
  readonly port: number
  constructor(message: string, reason: AddressRefused['reason'], port: number) {
    super(message)
    this.reason = reason
    this.port = port
  }
}

export interface HostAddress {
  address: string
  family: number
}

/** Resolves a name to all its addresses. @throws Error with a code such as ENOTFOUND */
export type ResolveHost = (name: string) => Promise<readonly HostAddress[]>

export interface GuardedAgentOptions {
  resolveHost?: ResolveHost
  connectTimeoutMs?: number
  connections?: number
}

interface Guard {
  allow: AllowList
  resolveHost: ResolveHost
}

const NAME_REFUSED = 'The name leads to an address that webhooks may not reach.'
const CONNECT_TIMEOUT_MS = 10_000
/** Maximum keep-alive time, whatever the receiver requests. A later request resolves the name again. */
const KEEP_ALIVE_MAX_MS = 60_000

const resolveBySystem: ResolveHost = (name) => lookupName(name, { all: true, order: 'verbatim' })

/**
 * Resolves a name once and returns the checked addresses. The socket connects to exactly these, without a second lookup
 * (DNS rebinding).
 */
async function resolveChecked(target: Target, { allow, resolveHost }: Guard): Promise<HostAddress[]> {
  const addresses = await resolveHost(target.host)
  // One forbidden address is enough to refuse the name: a mixed answer indicates DNS rebinding.
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address, target, allow)))
    throw new AddressRefused(NAME_REFUSED, 'address_name_refused', target.port)
  return addresses.map(({ address }) => ({ address, family: isIP(address) }))
}

/**
 * Creates a lookup function for sockets. It ignores the options, because a socket that looks up both families asks for
 * all addresses.
 */
const guardedLookup = (target: Target, guard: Guard): LookupFunction =>
  callbackify((host: string, _options: LookupOptions) => resolveChecked({ ...target, host }, guard))

/**
 * Creates a connector like undici's that connects to checked addresses only. Each scheme and port needs one, because a
 * lookup receives neither.
 */
function createGuardedConnector(guard: Guard, timeoutMs: number): buildConnector.connector {
  const connectors = new Map<string, buildConnector.connector>()
  return (options, callback) => {
    const target = toTarget(options)
    const fault = findTargetFault(target, guard.allow)
    if (fault !== undefined) {
      queueMicrotask(() => callback(new AddressRefused(fault.detail, fault.reason, target.port), null))
      return
    }
    const schemeAndPort = `${options.protocol}${target.port}`
    const lookup = guardedLookup(target, guard)
    const connector =
      connectors.get(schemeAndPort) ??
      buildConnector({ allowH2: false, timeout: timeoutMs, autoSelectFamily: true, lookup })
    connectors.set(schemeAndPort, connector)
    connector(options, callback)
  }
}

/**
 * Creates an undici agent limited to public addresses over TLS plus the allow list. It resolves a name once per
 * connection, checks every address, and follows no redirect. Refused requests fail with {@link AddressRefused} before
 * connecting.
 */
export function createGuardedAgent(allow: AllowList, options: GuardedAgentOptions = {}): Agent {
  const { resolveHost = resolveBySystem, connectTimeoutMs = CONNECT_TIMEOUT_MS, connections } = options
  return new Agent({
    connect: createGuardedConnector({ allow, resolveHost }, connectTimeoutMs),
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    ...(connections === undefined ? {} : { connections }),
  })
}
