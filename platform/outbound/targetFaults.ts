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

/** Words of refusals, by what is sent. */
export interface OutboundWords {
  /** Says who can allow more, and how. */
  hint: string
  /** Starts a sentence that ends with the refused port. */
  ports: string
  /** Says that a name resolves to a refused address, without revealing it. */
  nameRefused: string
}

export const webhookWords: OutboundWords = {
  hint: 'The operator of this server can allow it with KITROOM_WEBHOOK_ALLOW.',
  ports: 'Webhooks go to port 443 or 8443, not to',
  nameRefused: 'The name leads to an address that webhooks may not reach.',
}

/** True if a connection to this address is allowed: the allow list contains it, or it is public, with TLS and a usual port. */
export function isAllowedAddress(address: string, { port, secure }: Target, allow: AllowList): boolean {
  return allow.covers(address, port) || (secure && PUBLIC_PORTS.includes(port) && isPublicAddress(address))
}

function findAddressFault(target: Target, allow: AllowList, words: OutboundWords): TargetFault | undefined {
  if (isAllowedAddress(target.host, target, allow)) return undefined
  if (!familyOf(target.host))
    return toFault('address_ipv4_in_ipv6', 'Write an IPv4 address as such, not inside an IPv6 address.')
  return isPublicAddress(target.host)
    ? findSchemeOrPortFault(target, words)
    : toFault('address_not_public', `This address is not on the public internet. ${words.hint}`)
}

function findSchemeOrPortFault({ port, secure }: Target, words: OutboundWords): TargetFault | undefined {
  if (!secure) return toFault('address_http', 'The address must begin with https://.')
  return PUBLIC_PORTS.includes(port) ? undefined : toFault('address_port', `${words.ports} ${port}. ${words.hint}`)
}

function findNameFault(target: Target, allow: AllowList, words: OutboundWords): TargetFault | undefined {
  if (target.host.endsWith('.')) return toFault('address_dot_at_end', 'Write the host name without the dot at its end.')
  if (target.host.length > MAX_NAME_LENGTH || !HOST_NAME.test(target.host))
    return toFault('address_no_host_name', 'The host name is not a valid one.')
  if (allow.hasPort(target.port)) return undefined
  if (!target.host.includes('.') || LOCAL_NAME.test(target.host))
    return toFault('address_local_name', `This name is one of a local network. ${words.hint}`)
  return findSchemeOrPortFault(target, words)
}

/**
 * Finds the reason why a host is refused, else `undefined`. Names are not resolved: at a port of the
 * allow list, only their addresses decide.
 */
export function findTargetFault(target: Target, allow: AllowList, words: OutboundWords): TargetFault | undefined {
  return isIP(target.host) === 0 ? findNameFault(target, allow, words) : findAddressFault(target, allow, words)
}
