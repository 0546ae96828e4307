import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from '../../platform/http/nodeHttp.ts'
import { BodyError, readBody } from '../../platform/http/body.ts'
import { lingerOnClose } from '../../platform/http/linger.ts'

/** Three times the size of the largest event. */
const MAX_BODY_BYTES = 1024 * 1024
const REQUEST_TIMEOUT_MS = 15_000
export const RECEIVER_HOST = '127.0.0.1'

export interface ReceivedDelivery {
  headers: IncomingMessage['headers']
  body: Buffer
}

function sendAnswer(request: IncomingMessage, response: ServerResponse, status: number): void {
  if (!request.complete) {
    lingerOnClose(request.socket)
    response.setHeader('Connection', 'close')
  }
  response.writeHead(status).end()
}

/** Receives deliveries on the loopback address, at any path. @param handle returns the response status for a delivery */
export function createReceiver(handle: (delivery: ReceivedDelivery) => number): Server {
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return sendAnswer(request, response.setHeader('Allow', 'POST'), 405)
    const body = await readBody(request, MAX_BODY_BYTES).catch((error: unknown) => error)
    const isTooLarge = body instanceof BodyError && body.code === 'body_too_large'
    const refusal = isTooLarge ? 413 : 400
    sendAnswer(request, response, Buffer.isBuffer(body) ? handle({ headers: request.headers, body }) : refusal)
  }
  return createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      receive(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
    },
  )
}
