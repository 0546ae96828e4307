import type { IncomingHttpHeaders } from 'node:http'

export interface Validators {
  /** Quoted. */
  etag: string
  modifiedMs: number
}

const SECOND_MS = 1000

/** Weak comparison with If-None-Match (RFC 9110 sections 8.8.3.2 and 13.1.2). */
const namesTag = (header: string, etag: string): boolean =>
  header.trim() === '*' || [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some((match) => match[1] === etag)

/** True when the client has this version. If-None-Match takes precedence over If-Modified-Since (RFC 9110 section 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedMs }: Validators): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers
  if (tags !== undefined) return namesTag(tags, etag)
  // An unparsable date compares as false.
  return since !== undefined && Math.floor(modifiedMs / SECOND_MS) * SECOND_MS <= Date.parse(since)
}

/** RFC 9110 section 12.5.3. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((item): [string, number] => {
      const [coding = '', ...params] = item.split(';').map((part) => part.trim().toLowerCase())
      const weight = params.find((param) => param.startsWith('q='))
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0
}
