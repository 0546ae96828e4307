const HIDDEN = '?…'

/** Shows scheme, host and path to people. It hides the query, which may be a signature or a token. */
export const showAddress = (url: URL): string => `${url.origin}${url.pathname}${url.search === '' ? '' : HIDDEN}`

/** Hides query and fragment of a web address; other texts stay unchanged. */
export function hideQuery(text: string): string {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) && url.search + url.hash !== '' ? showAddress(url) : text
}
