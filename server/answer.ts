import { isNotModified, type Precondition } from '../platform/http/conditional.ts'

export type MediaType =
  | 'application/json'
  | 'application/problem+json'
  | 'application/x-ndjson'
  | 'text/csv; charset=utf-8'
  | 'text/html; charset=utf-8'
  | 'text/css; charset=utf-8'
  | 'text/javascript; charset=utf-8'
  | 'image/svg+xml'
  | 'image/png'
  | 'image/x-icon'
  | 'font/woff2'
  | 'application/manifest+json'
  | 'application/octet-stream'
  | 'text/plain; version=0.0.4; charset=utf-8'

/** A body generated while it is sent, in constant memory. */
export interface StreamedBody {
  chunks: AsyncIterable<string | Uint8Array>
}

/** A page as SQLite returns it, with the bytes before and after it. It is not copied. */
interface PageBody {
  before: Uint8Array
  /** Bytes that nothing else may use: their memory is freed as soon as they are sent. */
  page: Uint8Array<ArrayBuffer>
  after: Uint8Array
}

export type WholeBody = string | Uint8Array | PageBody

export type AnyBody = WholeBody | StreamedBody

/** A reply before it becomes HTTP. A write's reply is text, so that it can be stored and replayed byte for byte. */
export interface Answer<Body extends AnyBody = string> {
  status: number
  body: Body
  contentType: MediaType
  etag?: string
  location?: string
  /** Content-Security-Policy of pages for browsers. By default nothing may load or run. */
  policy?: string | undefined
  /** Cache-Control; by default caches must revalidate. */
  cacheControl?: string
  headers?: Readonly<Record<string, string>>
}

export const jsonAnswer = <Body extends WholeBody>(
  status: number,
  body: Body,
  more: { etag?: string; location?: string } = {},
): Answer<Body> => ({
  status,
  body,
  contentType: 'application/json',
  ...more,
})

export function countBytes(body: WholeBody): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Uint8Array ? body.length : body.before.length + body.page.length + body.after.length
}

/** Returns a body as one copy, for storing. */
export function toBytes(body: WholeBody): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  return body instanceof Uint8Array ? body : Buffer.concat([body.before, body.page, body.after])
}

/** Creates a 304 (RFC 9110 section 15.4.5). */
export const notModifiedAnswer = (etag: string): Answer => ({
  status: 304,
  body: '',
  contentType: 'application/json',
  etag,
})

/** Creates the JSON of a version, or 304 if the client has that version. */
export const versionAnswer = <Body extends WholeBody>(
  ifNoneMatch: Precondition | undefined,
  etag: string,
  body: Body,
): Answer<Body | string> =>
  ifNoneMatch && isNotModified(ifNoneMatch, etag) ? notModifiedAnswer(etag) : jsonAnswer(200, body, { etag })
