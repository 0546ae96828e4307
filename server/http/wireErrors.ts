import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { failBodyRead } from './body.ts'
import { closeGracefully } from '../../platform/http/linger.ts'
import { SAFE_HEADERS, sendRaw, type SocketWithResponse } from '../../platform/http/answer.ts'
import { MAX_HEADER_BYTES } from '../../platform/http/listener.ts'
import { serializeProblem } from './serializeProblem.ts'
import { createError, statusOf, type AppError } from '../errors.ts'

export const ALL_METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST'

const HEADERS_TOO_LARGE = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'])
const close = { headers: { Connection: 'close' } }

function toAppError(error: NodeJS.ErrnoException): AppError {
  if (HEADERS_TOO_LARGE.has(error.code ?? ''))
    return createError(
      'headers_too_large',
      { max_bytes: MAX_HEADER_BYTES },
      {
        cause: error,
        ...close,
      },
    )
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return createError('request_timeout', {}, { cause: error, ...close })
  return createError('http_invalid', {}, { cause: error, ...close })
}

function answerRaw(socket: Socket, fault: AppError): void {
  if (!socket.writable) return
  const requestId = randomUUID()
  const body = serializeProblem(fault, requestId)
  const headers = {
    'Request-Id': requestId,
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...SAFE_HEADERS,
  }
  sendRaw(socket, { status: statusOf(fault), headers: { ...headers, ...fault.headers }, body })
}

function afterResponses(socket: SocketWithResponse, then: () => void): void {
  const response = socket._httpMessage
  if (response) response.once('finish', () => afterResponses(socket, then))
  else then()
}

/** Sockets whose parser has failed. A failed parser reports an error for every further byte. */
const failedSockets = new WeakSet<Socket>()

/**
 * Answers parser errors and request timeouts, for which Node would send a bare status line. A fault in a body is
 * answered by its own request; other faults are answered after the earlier requests.
 * @returns undefined if no response is needed
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: SocketWithResponse,
  latestResponse: ServerResponse | undefined,
): AppError | undefined {
  if (error.code === 'ECONNRESET') socket.destroy()
  if (!socket.writable || failedSockets.has(socket)) return undefined
  failedSockets.add(socket)
  // Data after a request with `Connection: close` is ignored.
  if (error.code === 'HPE_CLOSED_CONNECTION') return undefined
  const fault = toAppError(error)
  if (!latestResponse || latestResponse.req.complete) afterResponses(socket, () => answerRaw(socket, fault))
  else if (latestResponse.headersSent) afterResponses(socket, () => closeGracefully(socket))
  else failBodyRead(latestResponse.req, fault)
  return fault
}

/** Answers CONNECT. Node would close the connection without a response. */
export function refuseConnect(socket: Socket): AppError {
  const fault = createError(
    'no_tunnels',
    {},
    {
      headers: { Allow: ALL_METHODS, Connection: 'close' },
    },
  )
  afterResponses(socket, () => answerRaw(socket, fault))
  return fault
}
