import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

export const sendLines = (response: ServerResponse, values: AsyncIterable<unknown>): Promise<void> =>
  sendChunks(response, 'application/x-ndjson', toLines(values))

/**
 * Streams a body with backpressure. Status and headers are sent with the first chunk, so an earlier error can still be a problem response. After a
 * later error the caller destroys the connection, so that the partial body does not look complete.
 */
export async function sendChunks(response: ServerResponse, contentType: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  for await (const chunk of chunks) {
    if (!response.headersSent) response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
    if (disconnected.signal.aborted) return
    if (!response.write(chunk)) await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined)
  }
  response.end()
}
