import type { Operation } from '../contract/operation.ts'
import { withoutSlashesAtEnd } from '../platform/withoutSlashesAtEnd.ts'

export interface UrlInput {
  params?: Record<string, string> | undefined
  query?: Record<string, string | number | undefined> | undefined
}

/**
 * Validates a plane's base URL and removes trailing slashes.
 * @throws TypeError that does not repeat the URL, which may contain a secret
 */
export function normaliseBaseUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new TypeError('The URL must start with http:// or https://.')
  if (parsed.username || parsed.password)
    throw new TypeError('The URL must not hold a user name or password; the key goes in its own setting.')
  if (parsed.search || parsed.hash) throw new TypeError('The URL must not hold a query or a fragment.')
  return withoutSlashesAtEnd(parsed.href)
}

/** Builds the URL of one call. @throws TypeError if a path parameter is missing */
export function buildUrl(base: string, operation: Operation, input: UrlInput): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    if (!value) throw new TypeError(`${operation.id} needs the path parameter "${name}".`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${base}${path}?${query.toString()}` : `${base}${path}`
}
