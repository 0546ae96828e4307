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

const ALLOW_HINT = 'The operator of this server can allow it with KITROOM_WEBHOOK_ALLOW.'

/** True if a connection to this address may be opened: the allow list contains it, or it is public, with TLS and a usual port. */
export function isAllowedAddress(address: string, { port, secure }: Target, allow: AllowList): boolean {
  return allow.covers(address, port) || (secure && PUBLIC_PORTS.includes(port) && isPublicAddress(address))
}

function findAddressFault(target: Target, allow: AllowList): string | undefined {
  if (isAllowedAddress(target.host, target, allow)) return undefined
  if (!familyOf(target.host)) return 'Write an IPv4 address as such, not inside an IPv6 address.'
  return isPublicAddress(target.host) ? findSchemeOrPortFault(target) : `This address is not on the public internet. ${ALLOW_HINT}`
}

function findSchemeOrPortFault({ port, secure }: Target): string | undefined {
  if (!secure) return 'The address must begin with https://.'
  return PUBLIC_PORTS.includes(port) ? undefined : `Webhooks go to port 443 or 8443, not to ${port}. ${ALLOW_HINT}`
}

function findNameFault(target: Target, allow: AllowList): string | undefined {
  if (target.host.endsWith('.')) return 'Write the host name without the dot at its end.'
  if (target.host.length > MAX_NAME_LENGTH || !HOST_NAME.test(target.host)) return 'The host name is not a valid one.'
  if (allow.hasPort(target.port)) return undefined
  if (!target.host.includes('.') || LOCAL_NAME.test(target.host)) return `This name is one of a local network. ${ALLOW_HINT}`
  return findSchemeOrPortFault(target)
}

/**
 * Returns a sentence that says why a host is refused, or `undefined`. Names are not resolved; at an allow-listed port only their addresses decide.
 */
export function findTargetFault(target: Target, allow: AllowList): string | undefined {
  return isIP(target.host) === 0 ? findNameFault(target, allow) : findAddressFault(target, allow)
}
