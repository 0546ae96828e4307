import type { IncomingMessage } from 'node:http'

/** The body has more bytes than the server takes. Nothing more of it is read. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`The body may have at most ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}

/** The connection broke before the body was complete. */
export class BodyIncomplete extends Error {
  override name = 'BodyIncomplete'
}

/** Whether Content-Length alone says that the body is too large. */
export const declaresMore = (request: IncomingMessage, maxBytes: number): boolean => Number(request.headers['content-length'] ?? 0) > maxBytes

/**
 * Reads a body whole: by Content-Length first, then by counted bytes.
 * @param fail gets BodyTooLarge as soon as the limit is passed, or BodyIncomplete
 */
export function collectBody(request: IncomingMessage, maxBytes: number, done: (body: Buffer) => void, fail: (error: Error) => void): void {
  if (declaresMore(request, maxBytes)) return fail(new BodyTooLarge(maxBytes))
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) {
      request.pause()
      request.removeAllListeners('data')
      fail(new BodyTooLarge(maxBytes))
    } else chunks.push(chunk)
  })
  request.on('end', () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)))
  request.on('error', (cause) => fail(new BodyIncomplete('The request ended before its body was complete.', { cause })))
}

/** The same as a promise. @throws BodyTooLarge, BodyIncomplete */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => collectBody(request, maxBytes, resolve, reject))
