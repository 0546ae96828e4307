import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../errors.ts'

/** Largest body taken: 10,000 escaped emoji are 120,012 bytes. */
export const MAX_BODY_BYTES = 256 * 1024

const tooLarge = (): AppError =>
  new AppError('body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`, { headers: { Connection: 'close' } })

/** Clients that wait for a word before they send their body (RFC 9110 section 10.1.1). */
const waitingForWord = new WeakMap<IncomingMessage, ServerResponse>()

/** Notes that the client sends its body only when told to go on. Whoever is refused before never sends it. */
export function owesContinue(request: IncomingMessage, response: ServerResponse): void {
  waitingForWord.set(request, response)
}

/** What went wrong with bodies on the wire, and who waits for those that are being read. */
const broken = new WeakMap<IncomingMessage, AppError>()
const readers = new WeakMap<IncomingMessage, (fault: AppError) => void>()

/** Ends the reading of a body, now or when it begins, with what is wrong on the wire. */
export function failBody(request: IncomingMessage, fault: AppError): void {
  broken.set(request, fault)
  readers.get(request)?.(fault)
}

/**
 * Reads the whole body, at most 256 KiB: by Content-Length first, then by counted bytes.
 * @throws AppError body_too_large, without reading on; invalid_request, headers_too_large or request_timeout when it does not come whole
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return Promise.reject(tooLarge())
  const fault = broken.get(request)
  if (fault) return Promise.reject(fault)
  waitingForWord.get(request)?.writeContinue()
  return new Promise((resolve, reject) => {
    readers.set(request, reject)
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

/** Whether a request that is answered now still brings a body that is too long to be read and thrown away, or of unknown length, or broken. */
export function leavesBodyUnread(request: IncomingMessage): boolean {
  if (request.complete) return false
  const length = Number(request.headers['content-length'])
  return broken.has(request) || !(length <= MAX_BODY_BYTES)
}

/**
 * Refuses the body of a request that takes none (RFC 9112 section 6 says when there is one).
 * @throws AppError invalid_request
 */
export function refuseBody({ request, headers }: { request: IncomingMessage; headers: { 'transfer-encoding'?: string } }): void {
  if (headers['transfer-encoding'] === undefined && !(Number(request.headers['content-length'] ?? 0) > 0)) return
  throw new AppError('invalid_request', 'This request takes no body.', { headers: { Connection: 'close' } })
}
