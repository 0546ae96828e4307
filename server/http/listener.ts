import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { ConnectionLimits } from '../../platform/http/limitConnections.ts'
import { createListener, type ListenerLimits } from '../../platform/http/listener.ts'
import type { Socket } from 'node:net'
import type { ErrorCode } from '../../contract/errors.ts'
import { mayBodyBeSlow, registerExpectContinue } from './body.ts'
import { answerClientError, refuseConnect } from './wireErrors.ts'

/** Limits of the listener. `silenceMs` counts only while the client should send or read. */
export interface HttpLimits extends Required<ListenerLimits>, ConnectionLimits {
  answerMs: number
}

export const defaultHttpLimits: HttpLimits = {
  connections: 4096,
  connectionsPerAddress: 512,
  headersMs: 10_000,
  requestMs: 30_000,
  silenceMs: 30_000,
  // Exceeds the common 60 s of proxies, so that the proxy closes first.
  keepAliveMs: 72_000,
  answerMs: 120_000,
  checkEveryMs: 1000,
}

/**
 * Serves pipelined requests one after another (RFC 9112 section 9.3.2). It stops reading in between, so that unread
 * responses do not accumulate.
 */
function serveAfter(previous: ServerResponse, socket: Socket, serve: () => void): void {
  socket.pause()
  previous.once('close', () => {
    if (socket.destroyed) return
    socket.resume()
    serve()
  })
}

/** True if the server must send the next byte, so that the client is not responsible for the silence. */
const isWaitingForServer = (response: ServerResponse | undefined, socket: Socket): boolean =>
  response !== undefined && response.req.complete && !response.writableEnded && socket.writableLength === 0

/** True for a whole request that was read after the given one. @param wasComplete true if that one had been read */
const hasArrivedSince = (
  earlier: ServerResponse | undefined,
  wasComplete: boolean,
  latest: ServerResponse | undefined,
): boolean => latest?.req.complete === true && (latest !== earlier || !wasComplete)

/**
 * Creates a node:http server with limits and problem documents for parser errors.
 * @param onRefused called for each parser refusal
 */
export function createHttpServer(
  listener: RequestListener,
  limits: HttpLimits,
  onRefused: (code: ErrorCode) => void,
): Server {
  const server = createListener(limits, false)
  // Node would silently drop further headers, so headers.ts counts them.
  server.maxHeadersCount = 0
  const latestResponse = new WeakMap<Socket, ServerResponse>()
  const serve: RequestListener = (request, response) => {
    const { socket } = request
    const previous = latestResponse.get(socket)
    latestResponse.set(socket, response)
    if (previous === undefined || previous.writableFinished) listener(request, response)
    else serveAfter(previous, socket, () => listener(request, response))
  }
  // Timers fire before bytes are read that arrived while the event loop was blocked. So both timeouts check again after
  // the read.
  server.on('timeout', (socket: Socket) => {
    if (isWaitingForServer(latestResponse.get(socket), socket)) return void socket.setTimeout(limits.silenceMs)
    const { bytesRead } = socket
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy()
    })
  })
  server.on('request', serve)
  server.on('checkExpectation', serve)
  server.on('checkContinue', (request, response) => {
    registerExpectContinue(request, response)
    serve(request, response)
  })
  server.on('connect', (_request, socket: Socket) => onRefused(refuseConnect(socket).code))
  const refuse = (error: NodeJS.ErrnoException, socket: Socket): void => {
    const fault = answerClientError(error, socket, latestResponse.get(socket))
    if (fault) onRefused(fault.code)
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return refuse(error, socket)
    const response = latestResponse.get(socket)
    if (response && mayBodyBeSlow(response.req)) return
    const wasComplete = response?.req.complete ?? true
    setImmediate(() => {
      if (!hasArrivedSince(response, wasComplete, latestResponse.get(socket))) refuse(error, socket)
    })
  })
  return server
}
