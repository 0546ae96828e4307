import type { AllowList } from './allowList.ts'
import { findTargetFault, type Target, type TargetReason } from './targetFaults.ts'

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }

type UrlReason = TargetReason | 'address_no_https' | 'address_with_user' | 'address_with_fragment'

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: UrlReason; detail: string; port: number }

const toRefusal = (reason: UrlReason, detail: string, port = 0): UrlCheck => ({ ok: false, reason, detail, port })

export function toTarget({ protocol, hostname, port }: { protocol: string; hostname: string; port: string }): Target {
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || DEFAULT_PORTS[protocol]),
    secure: protocol === 'https:',
  }
}

/**
 * Checks the URL of a receiver on registration and before each attempt, as the WHATWG parser reads it (`0x7f.1` is
 * 127.0.0.1). The guarded agent resolves names later.
 * @returns the URL, or the reason, a sentence that says what to change, and the port
 */
export function checkWebhookUrl(text: string, allow: AllowList): UrlCheck {
  const url = URL.parse(text)
  if (!url || DEFAULT_PORTS[url.protocol] === undefined)
    return toRefusal('address_no_https', 'The address must be a URL that begins with https://.')
  if (url.username !== '' || url.password !== '')
    return toRefusal('address_with_user', 'The address must not hold a user name or a password.')
  if (url.href.includes('#')) return toRefusal('address_with_fragment', 'The address must not have a fragment (#…).')
  const target = toTarget(url)
  const fault = findTargetFault(target, allow)
  return fault === undefined ? { ok: true, url } : toRefusal(fault.reason, fault.detail, target.port)
}
