import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer, AnyBody, StreamedBody } from '../answer.ts'
import { leavesBodyUnread } from './body.ts'
import { lingerOnClose } from '../../platform/linger.ts'
import type { Outgoing } from './outgoing.ts'

const FIXED = ['X-Content-Type-Options', 'nosniff', 'Content-Security-Policy']
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** How much of a streamed body is made before the client has read what came before. */
const STREAM_AHEAD_BYTES = 64 * 1024

type WholeBody = string | Uint8Array

export const byteLength = (body: WholeBody): number => (typeof body === 'string' ? Buffer.byteLength(body) : body.length)

export const isStreamed = (body: AnyBody): body is StreamedBody => typeof body === 'object' && 'chunks' in body

/** What became of a streamed body. Without `failure` it was sent whole, or the client went away. */
export interface Streamed {
  bytes: number
  /** What the body threw while it was made. */
  failure?: unknown
}

/**
 * Sends a body while it is made, no faster than the client reads. When the body fails the connection is cut: what was sent must not pass
 * for the whole. When the client goes away the body is ended. Never throws.
 */
export async function sendStream(response: ServerResponse, body: StreamedBody): Promise<Streamed> {
  const streamed: Streamed = { bytes: 0 }
  const chunks = body.chunks[Symbol.asyncIterator]()
  const counted = async function* (): AsyncGenerator<string> {
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
    await pipeline(Readable.from(counted(), { objectMode: false, highWaterMark: STREAM_AHEAD_BYTES }), response)
  } catch {
    response.destroy()
  }
  return streamed
}

export interface Sending {
  requestId: string
  method: string | undefined
  /** Whether the connection ends with this answer. It always does when a body is still coming that nobody will read. */
  close: boolean
  /** Further header lines, as names and values in turn. */
  more: readonly string[]
}

/** Writes an answer; of a streamed one the headers only. HEAD gets the headers of GET; 204 and 304 have no body. */
export function send(outgoing: Outgoing, response: ServerResponse, answer: Answer<AnyBody>, sending: Sending): void {
  // A body that was not asked for, but came with its head, is parsed before the next turn of the event loop.
  if (response.req.complete || isStreamed(answer.body)) write(outgoing, response, answer, sending)
  else setImmediate(write, outgoing, response, answer, sending)
}

function write(outgoing: Outgoing, response: ServerResponse, answer: Answer<AnyBody>, { requestId, method, close, more }: Sending): void {
  if (response.headersSent || response.destroyed) return
  const { status, body } = answer
  const reads = method === 'GET' || method === 'HEAD'
  const headers = [
    'Request-Id',
    requestId,
    'Cache-Control',
    reads ? 'private, no-cache' : 'no-store',
    'Vary',
    'Authorization, Accept',
    ...FIXED,
    answer.policy ?? NOTHING,
  ]
  const bodiless = status === 204 || status === 304
  if (!bodiless) headers.push('Content-Type', answer.contentType)
  if (!bodiless && !isStreamed(body)) headers.push('Content-Length', String(byteLength(body)))
  if (answer.etag !== undefined) headers.push('ETag', answer.etag)
  if (answer.location !== undefined) headers.push('Location', answer.location)
  if (answer.headers) for (const [name, value] of Object.entries(answer.headers)) headers.push(name, value)
  for (const text of more) headers.push(text)
  const unread = leavesBodyUnread(response.req)
  if (unread) lingerOnClose(response.req.socket)
  if ((close || unread) && answer.headers?.['Connection'] === undefined) headers.push('Connection', 'close')
  response.writeHead(status, headers)
  if (isStreamed(body)) {
    if (method === 'HEAD') response.end()
  } else outgoing.send(response, bodiless || method === 'HEAD' ? undefined : body)
}
