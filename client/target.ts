import type { Operation } from '../contract/operation.ts'

/** The parts of an operation's input that make its URL. */
export interface UrlInput {
  params?: Record<string, string> | undefined
  query?: Record<string, string | number | undefined> | undefined
}

/**
 * Checks a plane's base URL and takes off its trailing slashes.
 * @throws TypeError when it is not http(s), or carries a user, a query or a fragment. The URL is not repeated: it may hold a secret.
 */
export function checkBase(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new TypeError('The URL must start with http:// or https://.')
  if (parsed.username || parsed.password) throw new TypeError('The URL must not hold a user name or password; the key goes in its own setting.')
  if (parsed.search || parsed.hash) throw new TypeError('The URL must not hold a query or a fragment.')
  return parsed.href.replace(/\/+$/, '')
}

/**
 * The URL of one call.
 * @throws TypeError when a path parameter is missing.
 */
export function targetUrl(base: string, operation: Operation, input: UrlInput): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    if (!value) throw new TypeError(`${operation.id} needs the path parameter "${name}".`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${base}${path}?${query.toString()}` : `${base}${path}`
}
