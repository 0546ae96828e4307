const HIDDEN = '?…'

/** Scheme, host and path, for people. The query is hidden, because it may be a signature or a token. */
export const showAddress = (url: URL): string => `${url.origin}${url.pathname}${url.search === '' ? '' : HIDDEN}`

/** Hides query and fragment of a text that is a web address; other texts stay as they are. */
export function hideQuery(text: string): string {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) && url.search + url.hash !== '' ? showAddress(url) : text
}
