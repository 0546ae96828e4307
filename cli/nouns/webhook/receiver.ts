import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { EventBody } from '../../../contract/events.ts'
import { BodyError, readBody } from '../../../platform/http/body.ts'
import { lingerOnClose } from '../../../platform/http/linger.ts'
import { createServer } from '../../../platform/http/nodeHttp.ts'
import { verifyWebhook, type WebhookRefusal } from '../../../platform/webhookSignature.ts'

/** Three times the size of the largest event. */
const MAX_BODY_BYTES = 1024 * 1024
const REQUEST_TIMEOUT_MS = 15_000
export const RECEIVER_HOST = '127.0.0.1'

interface ReceivedDelivery {
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

/**
 * Receives deliveries on the loopback address, at any path.
 * @param handle returns the response status for a delivery
 */
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

export interface CheckedDelivery {
  status: number
  /** `null` if no secret is configured. */
  verified: boolean | null
  reason?: WebhookRefusal | 'not_an_event' | 'asked_to_fail'
  /** True if its id was received before. */
  repeated: boolean
  id: string | null
  event: EventBody | null
}

const REMEMBERED_IDS = 10_000

function readEvent(body: Buffer): EventBody | null {
  try {
    return EventBody.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const idOf = ({ headers }: ReceivedDelivery): string | null => {
  const id = headers['webhook-id']
  return typeof id === 'string' ? id : null
}

/**
 * Checks deliveries as a receiver should: first signature and time, then duplicates.
 * @param failures number of valid deliveries that get status 500
 */
export function createDeliveryCheck(
  secrets: readonly string[],
  failures: number,
): (delivery: ReceivedDelivery, nowMs: number) => CheckedDelivery {
  const seenIds = new Set<string>()
  let failuresLeft = failures
  return (delivery, nowMs) => {
    const id = idOf(delivery)
    const common = { verified: secrets.length === 0 ? null : true, repeated: id !== null && seenIds.has(id), id }
    const check = secrets.length === 0 ? { ok: true as const } : verifyWebhook({ ...delivery, secrets, nowMs })
    if (!check.ok) return { ...common, status: 401, verified: false, reason: check.reason, event: null }
    const event = readEvent(delivery.body)
    if (!event) return { ...common, status: 400, reason: 'not_an_event', event }
    if (failuresLeft > 0) {
      failuresLeft -= 1
      return { ...common, status: 500, reason: 'asked_to_fail', event }
    }
    if (id !== null) seenIds.add(id)
    if (seenIds.size > REMEMBERED_IDS) for (const oldest of seenIds.values().take(1)) seenIds.delete(oldest)
    return { ...common, status: 204, event }
  }
}
