import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectBody, declaresTooManyBytes, hasUnreadBody, type BodyError } from '../../platform/http/body.ts'
import { createError, type AppError } from '../errors.ts'

/** Maximum size of a body. The longest text needs 120,012 bytes: 10,000 escaped emoji. */
export const MAX_BODY_BYTES = 256 * 1024

const createTooLargeError = (maxBytes: number): AppError =>
  createError('body_too_large', { max_bytes: maxBytes }, { headers: { Connection: 'close' } })

// Converts a fault of a body. A client that broke the framing does not read the response; the audit row contains the
// error.
const toAppError = (cause: BodyError, maxBytes: number): AppError =>
  cause.code === 'body_too_large' ? createTooLargeError(maxBytes) : createError('body_incomplete', {})

/** Requests of clients that wait for `100 Continue` before they send the body (RFC 9110 section 10.1.1). */
const awaitingContinue = new WeakMap<IncomingMessage, ServerResponse>()

/**
 * Registers a request whose client gets `100 Continue` when its body is read. A refused request never sends its body.
 */
export function registerExpectContinue(request: IncomingMessage, response: ServerResponse): void {
  awaitingContinue.set(request, response)
}

/** Requests whose body may take longer than others, because the worker reads it. */
const slowBodies = new WeakSet<IncomingMessage>()

/** Begins a body that is forwarded while it arrives. The caller limits its time and its size. */
export function beginPassedBody(request: IncomingMessage): void {
  slowBodies.add(request)
  awaitingContinue.get(request)?.writeContinue()
}

export const mayBodyBeSlow = (request: IncomingMessage): boolean => slowBodies.has(request)

const bodyFaults = new WeakMap<IncomingMessage, AppError>()
const rejectByRequest = new WeakMap<IncomingMessage, (fault: AppError) => void>()

/** Makes the reading of a body fail, now or when it starts. */
export function failBodyRead(request: IncomingMessage, fault: AppError): void {
  bodyFaults.set(request, fault)
  rejectByRequest.get(request)?.(fault)
}

/**
 * Reads a body of at most 256 KiB, or of a larger limit. @throws AppError body_too_large without reading further;
 * invalid_request, headers_too_large or request_timeout if it does not arrive completely
 */
export function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  if (declaresTooManyBytes(request, maxBytes)) return Promise.reject(createTooLargeError(maxBytes))
  const fault = bodyFaults.get(request)
  if (fault) return Promise.reject(fault)
  awaitingContinue.get(request)?.writeContinue()
  return new Promise((resolve, reject) => {
    rejectByRequest.set(request, reject)
    collectBody(request, maxBytes, resolve, (error) => reject(toAppError(error, maxBytes)))
  })
}

/** True if the request's body is still unread after the response: too long to discard, of unknown length, or broken. */
export const isBodyUnread = (request: IncomingMessage): boolean =>
  !request.complete && (bodyFaults.has(request) || hasUnreadBody(request, MAX_BODY_BYTES))

/** Refuses a body if the operation has none (RFC 9112 section 6). @throws AppError invalid_request */
export function checkNoBody({
  request,
  headers,
}: {
  request: IncomingMessage
  headers: { 'transfer-encoding'?: string }
}): void {
  if (headers['transfer-encoding'] === undefined && !(Number(request.headers['content-length'] ?? 0) > 0)) return
  throw createError('no_body_taken', {}, { headers: { Connection: 'close' } })
}
