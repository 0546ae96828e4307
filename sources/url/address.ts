import { createHash } from 'node:crypto'

const HIDDEN = '?…'

/** Scheme, host and path, for people. The query is hidden, because it may be a signature or a token. */
export const showAddress = (url: URL): string => `${url.origin}${url.pathname}${url.search === '' ? '' : HIDDEN}`

const WEB_ADDRESS = /^https?:\/\//i

/** Hides the query of a text that is a web address; other texts stay as they are. */
export function hideQuery(text: string): string {
  const url = WEB_ADDRESS.test(text) && text.includes('?') ? URL.parse(text) : null
  return url === null ? text : showAddress(url)
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
