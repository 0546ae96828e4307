import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

/** Writes values as NDJSON. */
export const sendLines = (response: ServerResponse, values: AsyncIterable<unknown>): Promise<void> =>
  sendPieces(response, 'application/x-ndjson', toLines(values))

/**
 * Writes pieces of a body, no faster than the client reads. The head goes out with the first piece, so that an error before it can still be
 * answered as a problem; an error after it cuts the connection, because a whole body would look like a whole answer.
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
