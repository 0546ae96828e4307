import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Writes values as NDJSON, no faster than the client reads. The head goes out with the first value, so that an error before it can still be
 * answered as a problem; an error after it cuts the connection, because a whole body would look like a whole answer.
 */
export async function sendLines(response: ServerResponse, values: AsyncIterable<unknown>): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  for await (const value of values) {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
    if (gone.signal.aborted) return
    if (!response.write(`${JSON.stringify(value)}\n`)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
  }
  response.end()
}
