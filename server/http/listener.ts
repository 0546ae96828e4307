import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '../../contract/errors.ts'
import { owesContinue } from './body.ts'
import { answerClientError, MAX_HEADER_BYTES, refuseTunnel } from './wireErrors.ts'

/** How long clients may take, and how many there may be. */
export interface WireLimits {
  /** Connections at once. For one more the longest idle one is closed; where none is idle, the new one. */
  connections: number
  /** The same for one address that is no trusted proxy (of IPv6: for its first 64 bits). */
  connectionsPerAddress: number
  /** For the request line and headers. */
  headersMs: number
  /** For the whole request. */
  requestMs: number
  /** Without a byte in either direction while it is the client's turn to send or to read. */
  silenceMs: number
  /** Between requests. */
  keepAliveMs: number
  /** To read an answer, or the next part of a long one. */
  answerMs: number
  /** Timeouts are only noticed this often. */
  checkEveryMs: number
}

export const wireLimits: WireLimits = {
  connections: 4096,
  connectionsPerAddress: 512,
  headersMs: 10_000,
  requestMs: 30_000,
  silenceMs: 30_000,
  // Longer than the 60 s that proxies commonly keep their side open, so that they close first.
  keepAliveMs: 72_000,
  answerMs: 120_000,
  checkEveryMs: 1000,
}

/**
 * Requests of one connection are served one after another, as RFC 9112 section 9.3.2 wants it of those that change something, and no more
 * is read meanwhile: a client that sends a thousand requests and reads no answer costs one answer.
 */
function takeTurn(before: ServerResponse, socket: Socket, serve: () => void): void {
  socket.pause()
  before.once('close', () => {
    if (socket.destroyed) return
    socket.resume()
    serve()
  })
}

/** Whether the client has sent its request and read what there is of the answer: that nothing moves is not its fault. */
const isOurTurn = (response: ServerResponse | undefined, socket: Socket): boolean =>
  response !== undefined && response.req.complete && !response.writableEnded && socket.writableLength === 0

/** node:http with limits and with problem+json for everything its parser refuses. `refused` hears of each such refusal. */
export function createHttpServer(listener: RequestListener, limits: WireLimits, refused: (code: ErrorCode) => void): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    noDelay: true,
  })
  // Node would cut the rest off in silence; headers.ts counts them.
  server.maxHeadersCount = 0
  server.timeout = limits.silenceMs
  const latest = new WeakMap<Socket, ServerResponse>()
  const serve: RequestListener = (request, response) => {
    const { socket } = request
    const before = latest.get(socket)
    latest.set(socket, response)
    if (before === undefined || before.writableFinished) listener(request, response)
    else takeTurn(before, socket, () => listener(request, response))
  }
  server.on('timeout', (socket: Socket) => {
    if (isOurTurn(latest.get(socket), socket)) socket.setTimeout(limits.silenceMs)
    else socket.destroy()
  })
  server.on('request', serve)
  server.on('checkExpectation', serve)
  server.on('checkContinue', (request, response) => {
    owesContinue(request, response)
    serve(request, response)
  })
  server.on('connect', (_request, socket: Socket) => refused(refuseTunnel(socket).code))
  server.on('clientError', (error, socket: Socket) => {
    const fault = answerClientError(error, socket, latest.get(socket))
    if (fault) refused(fault.code)
  })
  return server
}
