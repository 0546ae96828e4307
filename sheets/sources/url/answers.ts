import { say, sayAll, type Said } from '../../../contract/sentences/say.ts'
import { parseRetryAfterMs } from '../../../platform/http/retryAfter.ts'
import type { SheetRefused } from '../../types.ts'
import { refuse } from '../refuse.ts'
import { SourceUnavailable } from '../source.ts'
import { adviseLink, advisePage } from './linkAdvice.ts'
import type { UrlSettings } from './settings.ts'

/** True for statuses after which the same request may succeed later. */
const isTemporary = (status: number): boolean => [408, 425, 429].includes(status) || status >= 500

function explainSignIn(status: number, where: string, settings: UrlSettings, wasRedirected: boolean): Said {
  const { bearer_env, user_env, password_env } = settings
  const names = bearer_env ?? (user_env === undefined ? undefined : `${user_env}, ${password_env ?? ''}`)
  if (names === undefined) return say('address_needs_sign_in', { address: where, status })
  return sayAll(
    say('credentials_refused', { address: where, names, status }),
    ...(wasRedirected ? [say('credentials_stay')] : []),
  )
}

/** Creates the error for a response without a sheet. @param wasRedirected to another origin */
export function explainStatus(
  status: number,
  where: string,
  settings: UrlSettings,
  wasRedirected: boolean,
  retryAfter: string | undefined,
): Error {
  if (isTemporary(status))
    return new SourceUnavailable(
      say('address_unavailable', { address: where, status }),
      parseRetryAfterMs(retryAfter, Date.now()),
    )
  if (status === 401 || status === 403) return refuse(explainSignIn(status, where, settings, wasRedirected))
  if (status === 404 || status === 410) return refuse(say('address_without_file', { address: where, status }))
  return refuse(say('address_without_sheet', { address: where, status }))
}

/** @param url the address that answered, after redirects */
export function explainPage(where: string, address: URL, url: URL): SheetRefused {
  const advice = adviseLink(address) ?? adviseLink(url) ?? advisePage(address)
  return refuse(say('address_sends_page', { address: where }), advice)
}

const PAGE_START = /^\s*(?:<!--[^]*?-->\s*)?<(?:!doctype\s+html|html)\b/i
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/

export const isPageType = (contentType: string): boolean =>
  contentType === 'text/html' || contentType === 'application/xhtml+xml'

export function startsAsPage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  return PAGE_START.test(start.replace(BYTE_ORDER_MARK, ''))
}
