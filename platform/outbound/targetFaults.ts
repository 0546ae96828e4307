import { isIP } from 'node:net'
import { familyOf, isPublicAddress } from './addresses.ts'
import type { AllowList } from './allowList.ts'

export interface Target {
  host: string
  port: number
  secure: boolean
}

const PUBLIC_PORTS: readonly number[] = [443, 8443]
const MAX_NAME_LENGTH = 253
const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/i

/** Reasons why a host is refused. */
export type TargetReason =
  | 'address_ipv4_in_ipv6'
  | 'address_not_public'
  | 'address_http'
  | 'address_port'
  | 'address_dot_at_end'
  | 'address_no_host_name'
  | 'address_local_name'

/** A refused host: the reason, and a sentence that says what to change. */
export interface TargetFault {
  reason: TargetReason
  detail: string
}

const toFault = (reason: TargetReason, detail: string): TargetFault => ({ reason, detail })

/** Details are about webhooks of the server. The worker says its own by the reason. */
const HINT = 'The operator of this server can allow it with KITROOM_WEBHOOK_ALLOW.'

/**
 * True if a connection to this address is allowed: the allow list contains it, or it is public, with TLS and a usual
 * port.
 */
export function isAllowedAddress(address: string, { port, secure }: Target, allow: AllowList): boolean {
  return allow.covers(address, port) || (secure && PUBLIC_PORTS.includes(port) && isPublicAddress(address))
}

function findAddressFault(target: Target, allow: AllowList): TargetFault | undefined {
  if (isAllowedAddress(target.host, target, allow)) return undefined
  if (!familyOf(target.host))
    return toFault('address_ipv4_in_ipv6', 'Write an IPv4 address as such, not inside an IPv6 address.')
  return isPublicAddress(target.host)
    ? findSchemeOrPortFault(target)
    : toFault('address_not_public', `This address is not on the public internet. ${HINT}`)
}

function findSchemeOrPortFault({ port, secure }: Target): TargetFault | undefined {
  if (!secure) return toFault('address_http', 'The address must begin with https://.')
  return PUBLIC_PORTS.includes(port)
    ? undefined
    : toFault('address_port', `Webhooks go to port 443 or 8443, not to ${port}. ${HINT}`)
}

function findNameFault(target: Target, allow: AllowList): TargetFault | undefined {
  if (target.host.endsWith('.')) return toFault('address_dot_at_end', 'Write the host name without the dot at its end.')
  if (target.host.length > MAX_NAME_LENGTH || !HOST_NAME.test(target.host))
    return toFault('address_no_host_name', 'The host name is not a valid one.')
  if (allow.hasPort(target.port)) return undefined
  if (!target.host.includes('.') || LOCAL_NAME.test(target.host))
    return toFault('address_local_name', `This name is one of a local network. ${HINT}`)
  return findSchemeOrPortFault(target)
}

/**
 * Finds the reason why a host is refused, else `undefined`. Names are not resolved: at a port of the
 * allow list, only their addresses decide.
 */
export function findTargetFault(target: Target, allow: AllowList): TargetFault | undefined {
  return isIP(target.host) === 0 ? findNameFault(target, allow) : findAddressFault(target, allow)
}
