import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { failBody } from './body.ts'
import { closeGracefully } from '../../platform/linger.ts'
import { problemJson } from './problem.ts'
import { AppError, statusOf } from '../errors.ts'

export const MAX_HEADER_BYTES = 16 * 1024

/** What the server as a whole allows. */
export const ALL_METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST'

const HEADERS_TOO_LARGE = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'])
const close = { headers: { Connection: 'close' } }

function wireFault(error: NodeJS.ErrnoException): AppError {
  if (HEADERS_TOO_LARGE.has(error.code ?? ''))
    return new AppError('headers_too_large', `The request line and headers together are larger than ${MAX_HEADER_BYTES} bytes.`, {
      cause: error,
      ...close,
    })
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request did not arrive in time.', { cause: error, ...close })
  return new AppError('invalid_request', 'This is not a valid HTTP/1.1 request.', { cause: error, ...close })
}

/** Answers on the socket itself, where Node made no response of the request. */
function answerRaw(socket: Socket, fault: AppError): void {
  if (!socket.writable) return
  const requestId = randomUUID()
  const body = problemJson(fault, requestId)
  const status = statusOf(fault)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Request-Id: ${requestId}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    ...Object.entries(fault.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  closeGracefully(socket, `${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Node keeps the response that the socket is busy with here. */
type BusySocket = Socket & { _httpMessage?: ServerResponse | null }

/** Calls back once every response that was begun on the socket has been written. */
function afterResponses(socket: BusySocket, then: () => void): void {
  const response = socket._httpMessage
  if (response) response.once('finish', () => afterResponses(socket, then))
  else then()
}

/** Sockets whose parser has given up: it complains again about every further byte. */
const failed = new WeakSet<Socket>()

/**
 * Answers what Node's parser refuses, and requests that do not arrive in time: Node itself would send a bare status line.
 * A fault in the body of a request is told by the answer to that request; any other fault comes after the answers to the requests before it.
 * @returns what is wrong, or `undefined` when it needs no answer
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: BusySocket, latest: ServerResponse | undefined): AppError | undefined {
  if (error.code === 'ECONNRESET') socket.destroy()
  if (!socket.writable || failed.has(socket)) return undefined
  failed.add(socket)
  // What follows a request that asked to close is not read.
  if (error.code === 'HPE_CLOSED_CONNECTION') return undefined
  const fault = wireFault(error)
  if (!latest || latest.req.complete) afterResponses(socket, () => answerRaw(socket, fault))
  else if (latest.headersSent) afterResponses(socket, () => closeGracefully(socket))
  else failBody(latest.req, fault)
  return fault
}

/** Answers CONNECT, which asks for a tunnel: Node would close the connection without a word. */
export function refuseTunnel(socket: Socket): AppError {
  const fault = new AppError('method_not_allowed', 'This server opens no tunnels.', { headers: { Allow: ALL_METHODS, Connection: 'close' } })
  afterResponses(socket, () => answerRaw(socket, fault))
  return fault
}
