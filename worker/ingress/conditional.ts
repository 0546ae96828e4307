import type { IncomingHttpHeaders } from 'node:http'
import { isNotModified as hasTag, parseEntityTags } from '../../platform/http/entityTags.ts'

export interface ResponseValidators {
  etag: string
  modifiedMs: number
}

const SECOND_MS = 1000

/** True when If-None-Match lists this tag. A malformed header matches no tag, so the calendar is sent. */
function matchesTag(header: string, etag: string): boolean {
  const tags = parseEntityTags(header)
  return tags !== undefined && hasTag(tags, etag)
}

/** True when the client has this version. If-None-Match takes precedence over If-Modified-Since (RFC 9110 section 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedMs }: ResponseValidators): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers
  if (tags !== undefined) return matchesTag(tags, etag)
  // NaN from an invalid date compares as false, so the calendar is sent.
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
