export type MediaType =
  | 'application/json'
  | 'application/problem+json'
  | 'application/x-ndjson'
  | 'text/csv; charset=utf-8'
  | 'text/html; charset=utf-8'
  | 'text/css; charset=utf-8'
  | 'text/javascript; charset=utf-8'
  | 'image/svg+xml'
  | 'text/plain; version=0.0.4; charset=utf-8'

/** A body that is made while it is sent, so that any length costs the same memory. */
export interface StreamedBody {
  chunks: AsyncIterable<string>
}

export type AnyBody = string | Uint8Array | StreamedBody

/** An answer before it becomes HTTP. That of a write is text throughout, so that a replay can give it again byte for byte. */
export interface Answer<Body extends AnyBody = string> {
  status: number
  /** Empty for 304. */
  body: Body
  contentType: MediaType
  etag?: string
  location?: string
  /** Content-Security-Policy of an answer that browsers show. Without one nothing in an answer may load or run. */
  policy?: string | undefined
  headers?: Record<string, string>
}

/** A successful answer with a JSON body. */
export const jsonAnswer = <Body extends string | Uint8Array>(
  status: number,
  body: Body,
  more: { etag?: string; location?: string } = {},
): Answer<Body> => ({
  status,
  body,
  contentType: 'application/json',
  ...more,
})

/** 304: the caller's copy is still right (RFC 9110 section 15.4.5). */
export const notModified = (etag: string): Answer => ({ status: 304, body: '', contentType: 'application/json', etag })
