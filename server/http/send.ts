import type { ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import type { Outgoing } from './outgoing.ts'

const FIXED = ['X-Content-Type-Options', 'nosniff', 'Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"]

/** Writes an answer. HEAD gets the headers of GET; 204 and 304 have no body. */
export function send(
  outgoing: Outgoing,
  response: ServerResponse,
  answer: Answer<string | Uint8Array>,
  requestId: string,
  method: string | undefined,
  close: boolean,
): void {
  if (response.headersSent || response.destroyed) return
  const { status, body } = answer
  const reads = method === 'GET' || method === 'HEAD'
  const headers = ['Request-Id', requestId, 'Cache-Control', reads ? 'private, no-cache' : 'no-store', 'Vary', 'Authorization, Accept', ...FIXED]
  const bodiless = status === 204 || status === 304
  if (!bodiless)
    headers.push('Content-Type', answer.contentType, 'Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length))
  if (answer.etag !== undefined) headers.push('ETag', answer.etag)
  if (answer.location !== undefined) headers.push('Location', answer.location)
  if (answer.headers) for (const [name, value] of Object.entries(answer.headers)) headers.push(name, value)
  if (close && answer.headers?.['Connection'] === undefined) headers.push('Connection', 'close')
  response.writeHead(status, headers)
  outgoing.send(response, bodiless || method === 'HEAD' ? undefined : body)
}
