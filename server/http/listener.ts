import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { AppError, problemJson, statusOf } from './problem.ts'
import { createOutgoing } from './outgoing.ts'
import { send } from './send.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const IDLE_SOCKET_MS = 30_000
/** Longer than the 60 s that proxies commonly keep their side open, so that they close first. */
const KEEP_ALIVE_MS = 72_000
/** Timeouts are only noticed this often. */
const CHECK_EVERY_MS = 1000
const MAX_HEADER_BYTES = 16 * 1024
const MAX_HEADERS = 100
const MAX_CONNECTIONS = 4096

function wireFault(error: NodeJS.ErrnoException): AppError {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headers_too_large', `The request line and headers together are larger than ${MAX_HEADER_BYTES} bytes.`, { cause: error })
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('request_timeout', 'The request did not arrive in time.', { cause: error })
  return new AppError('invalid_request', 'This is not a valid HTTP/1.1 request.', { cause: error })
}

/** Answers what Node's parser refuses: Node itself would send a bare status line. */
function onClientError(error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: { headersSent: boolean } }): void {
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const fault = wireFault(error)
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
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

const outgoing = createOutgoing()

function onExpectation(request: IncomingMessage, response: ServerResponse): void {
  const fault = new AppError('expectation_failed', 'Only "Expect: 100-continue" can be met.')
  const requestId = randomUUID()
  send(
    outgoing,
    response,
    { status: statusOf(fault), body: problemJson(fault, requestId), contentType: 'application/problem+json' },
    requestId,
    request.method,
    true,
  )
}

/** node:http with limits and with problem+json for everything its parser refuses. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      noDelay: true,
    },
    listener,
  )
  server.maxHeadersCount = MAX_HEADERS
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = IDLE_SOCKET_MS
  server.on('clientError', onClientError)
  server.on('checkExpectation', onExpectation)
  return server
}
