import { isIP } from 'node:net'
import { BACKGROUND_HEADER, CONSOLE_HEADER } from '../../contract/console.ts'
import { createError } from '../errors.ts'
import type { Exchange } from '../http/exchange.ts'

const toOrigin = (text: string): string | undefined => (URL.canParse(text) ? new URL(text).origin : undefined)

/** Returns the origin of the request's own address. The host comes from the client, so a proxy must forward it. */
const ownOrigin = ({ headers, secure }: Exchange): string | undefined =>
  headers.host === undefined || headers.host === ''
    ? undefined
    : toOrigin(`${secure ? 'https' : 'http'}://${headers.host}`)

const headerOf = ({ request }: Exchange, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}

/** Refuses writes that another site may have caused in the browser. @throws AppError cross_origin_refused */
export function checkWriteOrigin(exchange: Exchange): void {
  const origin = ownOrigin(exchange)
  if (origin === undefined || exchange.headers.origin !== origin) {
    const isSchemeLost = !exchange.secure && exchange.headers.origin === origin?.replace('http:', 'https:')
    if (origin === undefined) throw createError('origin_unknown', {})
    throw createError(isSchemeLost ? 'origin_scheme_lost' : 'origin_differs', { origin })
  }
  if (headerOf(exchange, CONSOLE_HEADER) !== '1')
    throw createError('console_header_missing', { header: CONSOLE_HEADER })
}

/**
 * Refuses reads that a browser marks as cross-site (Fetch Metadata). Not every browser marks them.
 * @throws AppError cross_origin_refused
 */
export function checkReadOrigin(exchange: Exchange): void {
  const site = headerOf(exchange, 'Sec-Fetch-Site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw createError('other_site', {})
}

export const isBackground = (exchange: Exchange): boolean => headerOf(exchange, BACKGROUND_HEADER) === '1'

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

function isLoopbackHost(host: string | undefined): boolean {
  const url = host === undefined ? '' : `http://${host}`
  const name = URL.canParse(url) ? new URL(url).hostname.replaceAll(/[[\]]/g, '') : ''
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name)
}

/**
 * Refuses a sign-in over plain http: keys and cookies must not cross a network unencrypted.
 * @param isLocalClient true for addresses that stand for this machine, such as a container's gateway
 * @throws AppError insecure_sign_in
 */
export function checkSecureSignIn(
  { secure, ip, headers }: Exchange,
  isLocalClient: (address: string) => boolean,
): void {
  if (secure || ((isLoopbackAddress(ip) || isLocalClient(ip)) && isLoopbackHost(headers.host))) return
  throw createError('insecure_sign_in', {})
}
