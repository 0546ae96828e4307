import type { IncomingMessage } from 'node:http'
import { IngressError } from './problem.ts'

/** The largest event has nearly 300 kB. */
export const MAX_BODY_BYTES = 512 * 1024

const tooLarge = (): IngressError => new IngressError('body_too_large', `The body may have at most ${MAX_BODY_BYTES} bytes.`)

/** Reads a body, checking Content-Length first and then the counted bytes. @throws IngressError without reading the rest */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return Promise.reject(tooLarge())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) {
        request.pause()
        request.removeAllListeners('data')
        reject(tooLarge())
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks, bytes)))
    request.on('error', (cause) => reject(new IngressError('invalid_request', 'The request ended before its body was complete.', { cause })))
  })
}

/** True when the client is still sending a body that will not be read. */
export const leavesBodyUnread = (request: IncomingMessage): boolean => !request.complete && Number(request.headers['content-length'] ?? 1) > 0
