import type { IncomingMessage } from 'node:http'
import { WorkerError } from '../errors.ts'

const MAX_JSON_BYTES = 64 * 1024

/** @throws WorkerError `body_too_large` at the limit, without reading the rest */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = new WorkerError('body_too_large', `The body may have at most ${maxBytes} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** Parses a JSON body; an empty one is `{}`. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBody(request, MAX_JSON_BYTES)).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WorkerError('invalid_request', 'The body is not valid JSON.', { cause: error })
  }
}
