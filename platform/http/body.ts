import type { IncomingMessage } from 'node:http'
import { HttpError } from './httpError.ts'

/** A body that was not read: too long, or ended early. The codes are error codes of every plane. */
export class BodyError extends HttpError<'body_too_large' | 'invalid_request'> {
  override name = 'BodyError'
  /** Maximum size of the body; 0 for a body that ended early. */
  readonly maxBytes: number

  constructor(code: 'body_too_large' | 'invalid_request', detail: string, maxBytes = 0) {
    super(code, detail)
    this.maxBytes = maxBytes
  }
}

const createEndedError = (): BodyError =>
  new BodyError('invalid_request', 'The request ended before its body was complete.')
const createTooLargeError = (maxBytes: number): BodyError =>
  new BodyError('body_too_large', `The body may have at most ${maxBytes} bytes.`, maxBytes)

/** True if Content-Length alone exceeds the limit. */
export const declaresTooManyBytes = (request: IncomingMessage, maxBytes: number): boolean =>
  Number(request.headers['content-length'] ?? 0) > maxBytes

/**
 * True if the client is still sending a body that nobody reads.
 * @param maxDiscardedBytes declared length up to which Node may read it to its end
 */
export const hasUnreadBody = (request: IncomingMessage, maxDiscardedBytes = 0): boolean =>
  !request.complete && !(Number(request.headers['content-length']) <= maxDiscardedBytes)

/**
 * Reads a body in chunks, limited like `collectBody`. The request survives an early end, so that it can be answered.
 * @throws BodyError
 */
export async function* readBodyChunks(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (declaresTooManyBytes(request, maxBytes)) throw createTooLargeError(maxBytes)
  if (request.destroyed) throw createEndedError()
  const chunks = (request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (let bytes = 0; ;) {
      const next = await chunks.next().catch(() => {
        throw createEndedError()
      })
      if (next.done) return
      bytes += next.value.length
      if (bytes > maxBytes) throw createTooLargeError(maxBytes)
      yield next.value
    }
  } finally {
    await chunks.return?.()
  }
}

/** Reads a whole body, limited by Content-Length and by counted bytes. */
export function collectBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Buffer) => void,
  fail: (error: BodyError) => void,
): void {
  if (declaresTooManyBytes(request, maxBytes)) return fail(createTooLargeError(maxBytes))
  // The client disconnected while its request waited. No further event follows.
  if (request.destroyed) return fail(createEndedError())
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) {
      request.pause()
      request.removeAllListeners('data')
      fail(createTooLargeError(maxBytes))
    } else chunks.push(chunk)
  })
  request.on('end', () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)))
  request.on('error', () => fail(createEndedError()))
}

/** Reads a body as a promise, like `collectBody`. @throws BodyError */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => collectBody(request, maxBytes, resolve, reject))
