import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

export const sendLines = (response: ServerResponse, values: AsyncIterable<unknown>): Promise<void> =>
  sendPieces(response, 'application/x-ndjson', toLines(values))

/**
 * Streams pieces of a body with backpressure. The head is sent with the first piece, so an earlier error can still be a problem response. A later
 * error destroys the connection, because a complete body would look like a complete reply.
 */
export async function sendPieces(response: ServerResponse, contentType: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  for await (const piece of pieces) {
    if (!response.headersSent) response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
    if (gone.signal.aborted) return
    if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
  }
  response.end()
}
