import type { AllowList } from './allowList.ts'
import { findTargetFault, webhookWords, type OutboundWords, type Target } from './targetFaults.ts'

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }

export type UrlCheck = { ok: true; url: URL } | { ok: false; detail: string }

const toRefusal = (detail: string): UrlCheck => ({ ok: false, detail })

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
 * @returns the URL, or a sentence saying what to change
 */
export function checkWebhookUrl(text: string, allow: AllowList, words: OutboundWords = webhookWords): UrlCheck {
  const url = URL.parse(text)
  if (!url || DEFAULT_PORTS[url.protocol] === undefined)
    return toRefusal('The address must be a URL that begins with https://.')
  if (url.username !== '' || url.password !== '')
    return toRefusal('The address must not hold a user name or a password.')
  if (url.href.includes('#')) return toRefusal('The address must not have a fragment (#…).')
  const detail = findTargetFault(toTarget(url), allow, words)
  return detail === undefined ? { ok: true, url } : toRefusal(detail)
}
