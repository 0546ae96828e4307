import { say, sayAll, type Said } from '../../../contract/sentences/say.ts'
import { sayOutgoingFault } from '../../../contract/sentences/sayOutgoingFault.ts'
import { AddressRefused, createGuardedAgent } from '../../../platform/outbound/agent.ts'
import { checkWebhookUrl } from '../../../platform/outbound/checkUrl.ts'
import { toOutcomeError, type Channel, type ChannelDeps, type Delivery, type Outcome } from '../channel.ts'
import { sendPost, type HttpAnswer, type NoAnswer } from './post.ts'
import { ChannelUnusable } from './variable.ts'

const TIMEOUT_MS = 30_000
/** Matches certificate errors. */
const CERTIFICATE = /CERT|_SIGNATURE|_ISSUER/

const outgoingUse = { purpose: 'channel', variable: 'KITROOM_CHANNEL_ALLOW' } as const

export interface HttpMessage {
  address: string
  headers?: Record<string, string>
  body: unknown
}

/**
 * The receiver of messages, for sentences: the type of its channel, and its host or the variable that has its address.
 * No secret.
 */
export interface Receiver {
  receiver: 'slack' | 'ntfy' | 'apprise' | 'webhook'
  name: string
}

/** HTTP messages of a kind of channel. */
export interface HttpKind {
  receiver: Receiver
  /** @throws ChannelUnusable when a variable is missing or unusable */
  compose(delivery: Delivery): HttpMessage
  /** Classifies a reply. Undefined applies the rules of all kinds. */
  classify(answer: HttpAnswer): Outcome | undefined
  /** Default: 30 seconds. */
  timeoutMs?: number
}

/** Creates the outcome of a receiver that refuses one message. @param reply its status or code */
export const toRefused = (receiver: Receiver, reply: string): Outcome => ({
  kind: 'failed',
  ...toOutcomeError(say('receiver_refuses_message', { ...receiver, reply })),
})

const toRetry = (said: Said, more: { retryAfterMs?: number | undefined } = {}): Outcome => ({
  kind: 'retry',
  affectsChannel: true,
  ...toOutcomeError(said),
  ...(more.retryAfterMs === undefined ? {} : { retryAfterMs: more.retryAfterMs }),
})

/** Classifies a reply by the rules of all kinds (RFC 9110 section 15). */
function classifyStatus({ status, retryAfterMs }: HttpAnswer, receiver: Receiver): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status >= 300 && status < 400) return toRetry(say('receiver_redirects', { ...receiver, status }))
  if (status === 429) return toRetry(say('receiver_takes_no_more', { ...receiver }), { retryAfterMs })
  if (status === 401 || status === 403) return toRetry(say('receiver_refuses_credentials', { ...receiver, status }))
  if (status === 404) return toRetry(say('receiver_has_nothing', { ...receiver }))
  return toRetry(say('receiver_answers', { ...receiver, status }), { retryAfterMs })
}

/**
 * Says that the receiver did not answer in time, or how the connection failed. It omits messages, which may contain an
 * address.
 */
function sayNoAnswer({ error, isTimeout, mayHaveArrived }: NoAnswer, receiver: Receiver, timeoutMs: number): Said {
  const to = { ...receiver }
  if (isTimeout) {
    const seconds = timeoutMs / 1000
    return mayHaveArrived
      ? say('receiver_unconfirmed_in_time', { ...to, seconds })
      : say('receiver_too_slow', { ...to, seconds })
  }
  const code = (error as NodeJS.ErrnoException).code ?? 'no code'
  if (mayHaveArrived) return say('receiver_unconfirmed', { ...to, code })
  if (error instanceof AddressRefused)
    return sayAll(say('receiver_forbidden', to), sayOutgoingFault(error, outgoingUse))
  return CERTIFICATE.test(code)
    ? say('receiver_certificate_untrusted', { ...to, code })
    : say('receiver_unreachable', { ...to, code })
}

const classifyNoAnswer = (result: NoAnswer, receiver: Receiver, timeoutMs: number): Outcome => {
  const said = sayNoAnswer(result, receiver, timeoutMs)
  return result.mayHaveArrived ? { kind: 'unknown', ...toOutcomeError(said) } : toRetry(said)
}

/** Opens a channel that sends each delivery as one POST with JSON. */
export function openHttpChannel({ allow, timeoutMs: givenMs }: ChannelDeps, kind: HttpKind): Channel {
  const { receiver } = kind
  const timeoutMs = givenMs ?? kind.timeoutMs ?? TIMEOUT_MS
  const transmit = async (delivery: Delivery, handOver: () => Promise<void>): Promise<Outcome> => {
    const { address, headers = {}, body } = kind.compose(delivery)
    const checked = checkWebhookUrl(address, allow)
    if (!checked.ok)
      throw new ChannelUnusable(
        sayAll(say('receiver_forbidden', { ...receiver }), sayOutgoingFault(checked, outgoingUse)),
      )
    const dispatcher = createGuardedAgent(allow)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    try {
      const result = await sendPost({
        url: checked.url,
        headers,
        body: text,
        timeoutMs,
        dispatcher,
        handOver,
        nowMs: delivery.atMs,
      })
      if ('mayHaveArrived' in result) return classifyNoAnswer(result, receiver, timeoutMs)
      return kind.classify(result) ?? classifyStatus(result, receiver)
    } finally {
      await dispatcher.destroy()
    }
  }
  return {
    send: async (delivery, handOver) => {
      try {
        return await transmit(delivery, handOver)
      } catch (error) {
        if (error instanceof ChannelUnusable) return toRetry(error.said)
        throw error
      }
    },
    close: () => undefined,
  }
}
