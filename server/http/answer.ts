/** An answer before it becomes HTTP. That of a write is text throughout, so that a replay can give it again byte for byte. */
export interface Answer<Body extends string | Uint8Array = string> {
  status: number
  /** JSON; empty for 304. */
  body: Body
  contentType: 'application/json' | 'application/problem+json'
  etag?: string
  location?: string
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
