import type { AllowList } from './allowList.ts'
import { refuseTarget, type Target } from './policy.ts'

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }

export type UrlVerdict = { ok: true; url: URL } | { ok: false; detail: string }

const refused = (detail: string): UrlVerdict => ({ ok: false, detail })

/** Where a connection for a URL's origin goes. @param hostname as in a URL or without its brackets */
export function targetOf({ protocol, hostname, port }: { protocol: string; hostname: string; port: string }): Target {
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || DEFAULT_PORTS[protocol]), secure: protocol === 'https:' }
}

/**
 * Judges the address of a webhook when it is registered and again before each sending: https at port 443 or 8443 of the public internet; http, other ports and
 * private addresses only where the allow list says so. Addresses are judged as the WHATWG URL parser reads them (`0x7f.1` is 127.0.0.1). Names are not resolved
 * here: what they lead to is judged by the guarded agent, for each connection. So http with a name is taken when the allow list has its port.
 * @returns the parsed URL, or a sentence that says what to change
 */
export function checkWebhookUrl(text: string, allow: AllowList): UrlVerdict {
  const url = URL.parse(text)
  if (!url || DEFAULT_PORTS[url.protocol] === undefined) return refused('The address must be a URL that begins with https://.')
  if (url.username !== '' || url.password !== '') return refused('The address must not hold a user name or a password.')
  if (url.href.includes('#')) return refused('The address must not have a fragment (#…).')
  const detail = refuseTarget(targetOf(url), allow)
  return detail === undefined ? { ok: true, url } : refused(detail)
}
