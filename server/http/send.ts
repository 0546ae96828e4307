import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countBytes, type Answer, type AnyBody, type StreamedBody } from '../answer.ts'
import { isBodyUnread } from './body.ts'
import { lingerOnClose } from '../../platform/http/linger.ts'
import type { ResponseBatcher } from '../answers/responseBatcher.ts'

const FIXED_HEADERS = ['X-Content-Type-Options', 'nosniff', 'Content-Security-Policy']
const DEFAULT_POLICY = "default-src 'none'; frame-ancestors 'none'"

const STREAM_BUFFER_BYTES = 64 * 1024

export const isStreamed = (body: AnyBody): body is StreamedBody => typeof body === 'object' && 'chunks' in body

/** Result of streaming. Without `failure` the body was sent completely, or the client disconnected. */
export interface StreamResult {
  bytes: number
  failure?: unknown
}

/**
 * Streams a body with backpressure. A failing body cuts the connection, so that a partial response does not look
 * complete. Never throws.
 */
export async function sendStream(response: ServerResponse, body: StreamedBody): Promise<StreamResult> {
  const streamed: StreamResult = { bytes: 0 }
  const chunks = body.chunks[Symbol.asyncIterator]()
  const countSentBytes = async function* (): AsyncGenerator<string | Uint8Array> {
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          streamed.failure = error
          throw error
        })
        if (next.done) return
        streamed.bytes += Buffer.byteLength(next.value)
        yield next.value
      }
    } finally {
      await chunks.return?.()
    }
  }
  try {
    await pipeline(Readable.from(countSentBytes(), { objectMode: false, highWaterMark: STREAM_BUFFER_BYTES }), response)
  } catch {
    response.destroy()
  }
  return streamed
}

export interface SendOptions {
  requestId: string
  method: string | undefined
  /** True to close the connection after this response. It is also closed after an unread body. */
  close: boolean
  extraHeaders: readonly string[]
}

/** Writes a response, or only the headers of a streamed one. HEAD gets the headers of GET; 204 and 304 have no body. */
export function send(
  outgoing: ResponseBatcher,
  response: ServerResponse,
  answer: Answer<AnyBody>,
  sending: SendOptions,
): void {
  // An unexpected body that arrived with its headers is parsed before the next event-loop iteration.
  if (response.req.complete || isStreamed(answer.body)) writeBody(outgoing, response, answer, sending)
  else setImmediate(writeBody, outgoing, response, answer, sending)
}

function writeBody(
  outgoing: ResponseBatcher,
  response: ServerResponse,
  answer: Answer<AnyBody>,
  { requestId, method, close, extraHeaders }: SendOptions,
): void {
  if (response.headersSent || response.destroyed) return
  const { status, body } = answer
  const isReadMethod = method === 'GET' || method === 'HEAD'
  const headers = [
    'Request-Id',
    requestId,
    'Cache-Control',
    answer.cacheControl ?? (isReadMethod ? 'private, no-cache' : 'no-store'),
    'Vary',
    'Authorization, Accept',
    ...FIXED_HEADERS,
    answer.policy ?? DEFAULT_POLICY,
  ]
  const hasNoBody = status === 204 || status === 304
  if (!hasNoBody) headers.push('Content-Type', answer.contentType)
  if (!hasNoBody && !isStreamed(body)) headers.push('Content-Length', String(countBytes(body)))
  if (answer.etag !== undefined) headers.push('ETag', answer.etag)
  if (answer.location !== undefined) headers.push('Location', answer.location)
  if (answer.headers) for (const [name, value] of Object.entries(answer.headers)) headers.push(name, value)
  for (const text of extraHeaders) headers.push(text)
  const isUnread = isBodyUnread(response.req)
  if (isUnread) lingerOnClose(response.req.socket)
  if ((close || isUnread) && answer.headers?.['Connection'] === undefined) headers.push('Connection', 'close')
  response.writeHead(status, headers)
  if (isStreamed(body)) {
    if (method === 'HEAD') response.end()
  } else outgoing.send(response, hasNoBody || method === 'HEAD' ? undefined : body)
}
