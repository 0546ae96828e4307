import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  SAFE_HEADERS,
  sendRaw,
  sendWhole,
  type SocketWithResponse,
  type WholeAnswer,
} from '../../platform/http/answer.ts'
import { hasUnreadBody } from '../../platform/http/body.ts'
import { lingerOnClose } from '../../platform/http/linger.ts'
import { IngressError, toIngressProblem } from './problem.ts'

const FIXED_HEADERS = { ...SAFE_HEADERS, 'referrer-policy': 'no-referrer' }

/**
 * Sends a response. A client that is still sending receives it before the connection closes.
 * @param options.closeConnection after the response
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WholeAnswer,
  options: { closeConnection: boolean },
): void {
  const isUnread = hasUnreadBody(request)
  // Node's parser stops after an upgrade request, so nothing that follows would be answered.
  const isUpgrade = request.headers.upgrade !== undefined
  if (isUnread || isUpgrade) lingerOnClose(request.socket)
  const isClosing = isUnread || isUpgrade || options.closeConnection
  const headers = { 'cache-control': 'no-store', ...FIXED_HEADERS, ...answer.headers }
  sendWhole(response, { ...answer, headers: isClosing ? { ...headers, connection: 'close' } : headers })
}

function faultOf(error: NodeJS.ErrnoException): IngressError {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new IngressError('headers_too_large', 'The request line and headers are too large.')
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new IngressError('request_timeout', 'The request did not arrive in time.')
  return new IngressError('invalid_request', 'This is not a valid HTTP/1.1 request.')
}

/** Answers requests that Node's parser rejects or that time out, unless a response has begun. */
export function answerClientError(error: NodeJS.ErrnoException, socket: SocketWithResponse): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const problem = toIngressProblem(faultOf(error))
  const headers = { ...FIXED_HEADERS, 'cache-control': 'no-store', ...problem.headers, connection: 'close' }
  sendRaw(socket, { ...problem, headers })
}
