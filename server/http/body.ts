import type { IncomingMessage } from 'node:http'
import { AppError } from './problem.ts'

/** Largest body taken: 10,000 escaped emoji are 120,012 bytes. */
export const MAX_BODY_BYTES = 256 * 1024

const tooLarge = (): AppError =>
  new AppError('body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`, { headers: { Connection: 'close' } })

/**
 * Reads the whole body, at most 256 KiB: by Content-Length first, then by counted bytes.
 * @throws AppError body_too_large, without reading on
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return Promise.reject(tooLarge())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY_BYTES) {
        request.pause()
        request.removeAllListeners('data')
        reject(tooLarge())
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    // The client went away or broke the framing: nobody will read the answer, but the audit row says what it was.
    request.on('error', (cause) => reject(new AppError('invalid_request', 'The request ended before its body was complete.', { cause })))
  })
}

/**
 * Refuses the body of a request that takes none (RFC 9112 section 6 says when there is one).
 * @throws AppError invalid_request
 */
export function refuseBody({ request, headers }: { request: IncomingMessage; headers: { 'transfer-encoding'?: string } }): void {
  if (headers['transfer-encoding'] === undefined && !(Number(request.headers['content-length'] ?? 0) > 0)) return
  throw new AppError('invalid_request', 'This request takes no body.', { headers: { Connection: 'close' } })
}
