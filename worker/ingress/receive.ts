import { z } from 'zod'
import { topicsOf } from '../../contract/api/watchedEvents.ts'
import { WEBHOOK_PATH } from '../../contract/control/workerFile.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { verifyWebhook, type WebhookRefusal } from '../../platform/webhookSignature.ts'
import type { WorkerContext } from '../context/context.ts'
import { addToInbox, type ReceivedEvent } from '../../state/inbox/inbox.ts'
import { markItems } from '../../state/maintenance/maintenanceChecks.ts'
import { findItemsToPlan } from './findItemsToPlan.ts'
import { IngressError, createUnavailableError } from './problem.ts'
import type { IngressRequest, IngressRoute } from './route.ts'
import type { Signaller } from '../wakeups/signaller.ts'

const MAX_ID_LENGTH = 200

const REFUSALS: Readonly<Record<WebhookRefusal, string>> = {
  unsigned: 'The headers webhook-id, webhook-timestamp and webhook-signature must be there, with a v1 signature.',
  too_old: 'The delivery was signed too long ago.',
  too_new: 'The delivery was signed in the future: one of the two clocks is wrong.',
  wrong_signature: 'The signature was made with another secret, or of another body.',
}

/** Required members of an event. A newer server may send more, and unknown types. */
const ReceivedBody = z.looseObject({
  type: z.string().max(MAX_ID_LENGTH),
  timestamp: z.string(),
  data: z.looseObject({
    record: z.looseObject({ id: z.string().max(MAX_ID_LENGTH).optional() }),
    changes: z.record(z.string(), z.unknown()),
  }),
})

function readEvent(bytes: Buffer): { text: string; event: z.output<typeof ReceivedBody> } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, event: ReceivedBody.parse(JSON.parse(text)) }
  } catch (error) {
    throw new IngressError('invalid_request', 'The body is no event.', { cause: error })
  }
}

const toResponse = (status: number, bodyStatus: 'accepted' | 'known'): WholeAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ status: bodyStatus }),
})

/**
 * Logs one line when events start to be refused and one when they are accepted again, so that nobody can flood the log.
 */
function createFailureLog({ log }: Pick<WorkerContext, 'log'>): {
  failed: (reason: string) => void
  recovered: () => void
} {
  let isLogged = false
  return {
    failed: (reason) => {
      if (!isLogged)
        log.warn(
          { reason },
          'An event was refused: its signature is not right. A new secret for both sides: kitroom worker setup --new-secret',
        )
      isLogged = true
    },
    recovered: () => {
      if (isLogged) log.info('Events are accepted again.')
      isLogged = false
    },
  }
}

/** Stores an event, and marks the items that maintenance plans must check after it. @returns false for a duplicate */
async function storeEvent(tx: Tx, event: ReceivedEvent, itemsToPlan: readonly string[]): Promise<boolean> {
  const isNew = await addToInbox(tx, event)
  if (isNew) await markItems(tx, itemsToPlan)
  return isNew
}

/**
 * Receives events (Standard Webhooks 1.0.0). It responds 2xx only when the event is on disk; duplicates are stored
 * once.
 * @param secrets accepted signing secrets
 */
export function receiveRoute(
  context: Pick<WorkerContext, 'state' | 'clock' | 'log'>,
  secrets: readonly string[],
  signaller: Signaller,
): IngressRoute {
  const { state, clock, log } = context
  const failureLog = createFailureLog(context)

  const verify = (request: IngressRequest, body: Buffer): string => {
    const verification = verifyWebhook({ headers: request.headers, body, secrets, nowMs: clock.nowMs() })
    if (!verification.ok) {
      failureLog.failed(verification.reason)
      throw new IngressError('invalid_signature', REFUSALS[verification.reason])
    }
    failureLog.recovered()
    return verification.id
  }

  const handle = async (request: IngressRequest): Promise<WholeAnswer> => {
    if (secrets.length === 0) throw createUnavailableError('The worker has no secret to check events with.')
    const body = await request.readBody()
    const webhookId = verify(request, body)
    const { text, event } = readEvent(body)
    const topics = topicsOf(event.type, event.data.changes)
    const itemsToPlan = findItemsToPlan(event)
    // A sync changes many items, and few of those changes matter here.
    if (event.type === 'gear.updated' && topics.length === 0) {
      if (itemsToPlan.length > 0) await state.write((tx) => markItems(tx, itemsToPlan))
      return toResponse(202, 'accepted')
    }
    const eventRow = {
      webhookId,
      type: event.type,
      recordId: event.data.record.id ?? null,
      body: text,
      topics,
      receivedAt: toIsoTime(clock.nowMs()),
    }
    const isNew = await state.write((tx) => storeEvent(tx, eventRow, itemsToPlan))
    if (!isNew) return toResponse(200, 'known')
    if (event.type === 'webhook.test') log.info({ webhookId }, 'A test event came in; events reach this worker.')
    else log.debug({ webhookId, type: event.type, topics }, 'an event came in')
    if (topics.length > 0) signaller.queueSignals(topics)
    return toResponse(202, 'accepted')
  }
  return { name: 'webhooks', methods: ['POST'], path: WEBHOOK_PATH, handle }
}
