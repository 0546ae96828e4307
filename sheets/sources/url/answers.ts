import { parseRetryAfterMs } from '../../../platform/http/retryAfter.ts'
import type { SheetRefused } from '../../types.ts'
import { refuse } from '../refuse.ts'
import { SourceUnavailable } from '../source.ts'
import { adviseLink, advisePage } from './linkAdvice.ts'
import type { UrlSettings } from './settings.ts'

/** True for statuses after which the same request may succeed later. */
const isTemporary = (status: number): boolean => [408, 425, 429].includes(status) || status >= 500

function explainSignIn(status: number, where: string, settings: UrlSettings, wasRedirected: boolean): string {
  const { bearer_env, user_env, password_env } = settings
  const names = bearer_env ?? (user_env === undefined ? undefined : `${user_env} and ${password_env ?? ''}`)
  if (names === undefined)
    return `${where} may not be read without signing in (${status}). Share the file by a link that anyone can open, or set bearer_env, or user_env and password_env. A signed link may have expired.`
  const hint = wasRedirected
    ? ' It redirects to another host, which never gets the credentials: use the address of the file itself.'
    : ''
  return `${where} refuses the credentials in ${names} (${status}). Set valid ones, and start the worker again.${hint}`
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
    return new SourceUnavailable(`${where} answers ${status} now.`, parseRetryAfterMs(retryAfter, Date.now()))
  if (status === 401 || status === 403) return refuse(explainSignIn(status, where, settings, wasRedirected))
  if (status === 404 || status === 410)
    return refuse(
      `${where} has no file (${status}). Check the address; the file may have been moved, or its link may have expired.`,
    )
  return refuse(`${where} answers ${status} and no sheet. Check the address in a browser.`)
}

/** @param url the address that answered, after redirects */
export function explainPage(where: string, address: URL, url: URL): SheetRefused {
  const advice = adviseLink(address) ?? adviseLink(url) ?? advisePage(address)
  return refuse(`${where} answers with a web page instead of a sheet, most likely a page to sign in. ${advice}`)
}

const PAGE_START = /^\s*(?:<!--[^]*?-->\s*)?<(?:!doctype\s+html|html)\b/i
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/

export const isPageType = (contentType: string): boolean =>
  contentType === 'text/html' || contentType === 'application/xhtml+xml'

export function startsAsPage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  return PAGE_START.test(start.replace(BYTE_ORDER_MARK, ''))
}
