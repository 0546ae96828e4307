import type { IncomingMessage } from 'node:http'

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`The body may have at most ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}

export class BodyIncomplete extends Error {
  override name = 'BodyIncomplete'
}

/** True if Content-Length alone exceeds the limit. */
export const declaresMore = (request: IncomingMessage, maxBytes: number): boolean => Number(request.headers['content-length'] ?? 0) > maxBytes

/** Reads a whole body, limited by Content-Length and by counted bytes. @param fail called with BodyTooLarge at the limit, or with BodyIncomplete */
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

/** Promise form of `collectBody`. @throws BodyTooLarge, BodyIncomplete */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => collectBody(request, maxBytes, resolve, reject))
