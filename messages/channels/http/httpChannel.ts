import { AddressRefused, createGuardedAgent } from '../../../platform/outbound/agent.ts'
import { checkWebhookUrl } from '../../../platform/outbound/checkUrl.ts'
import type { OutboundWords } from '../../../platform/outbound/targetFaults.ts'
import type { Channel, ChannelDeps, Delivery, Outcome } from '../channel.ts'
import { sendPost, type HttpAnswer, type NoAnswer } from './post.ts'
import { ChannelUnusable } from './variable.ts'

const TIMEOUT_MS = 30_000
/** Matches certificate errors. */
const CERTIFICATE = /CERT|_SIGNATURE|_ISSUER/

const channelWords: OutboundWords = {
  hint: 'The operator of the worker can allow it with KITROOM_CHANNEL_ALLOW.',
  ports: 'Reminders go to port 443 or 8443, not to',
  nameRefused:
    'The name leads to an address that is not on the public internet. The operator of the worker can allow it with KITROOM_CHANNEL_ALLOW.',
}

export interface HttpMessage {
  address: string
  headers?: Record<string, string>
  body: unknown
}

/** HTTP messages of a kind of channel. */
export interface HttpKind {
  /** Name of the receiver inside a sentence, such as `the ntfy server ntfy.sh`. Like the sentences of `classify`, it contains no secret. */
  receiver: string
  /** @throws ChannelUnusable when a variable is missing or unusable */
  compose(delivery: Delivery): HttpMessage
  /** Classifies a reply. Undefined applies the rules of all kinds. */
  classify(answer: HttpAnswer): Outcome | undefined
  /** Default: 30 seconds. */
  timeoutMs?: number
}

/** Names the receiver at the start of a sentence. */
export const toSubject = (receiver: string): string => receiver.charAt(0).toUpperCase() + receiver.slice(1)

const toRetry = (error: string, more: { retryAfterMs?: number | undefined } = {}): Outcome => ({
  kind: 'retry',
  affectsChannel: true,
  error,
  ...(more.retryAfterMs === undefined ? {} : { retryAfterMs: more.retryAfterMs }),
})

/** Classifies a reply by the rules of all kinds (RFC 9110 section 15). */
function classifyStatus({ status, retryAfterMs }: HttpAnswer, receiver: string): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status >= 300 && status < 400)
    return toRetry(
      `${toSubject(receiver)} answers ${status}, a redirect, and reminders follow none. Set the address that it leads to.`,
    )
  if (status === 429) return toRetry(`${toSubject(receiver)} accepts no more messages now (429).`, { retryAfterMs })
  if (status === 401 || status === 403)
    return toRetry(
      `${toSubject(receiver)} refuses the credentials (${status}). Set valid ones, and start the worker again.`,
    )
  if (status === 404) return toRetry(`${toSubject(receiver)} has nothing at this address (404). Check the address.`)
  return toRetry(`${toSubject(receiver)} answers ${status}.`, { retryAfterMs })
}

/** Explains a missing reply. It omits messages of the connection, because they may contain an address. */
function explainNoAnswer({ error, isTimeout, mayHaveArrived }: NoAnswer, receiver: string, timeoutMs: number): Outcome {
  const code = (error as NodeJS.ErrnoException).code ?? 'no code'
  const reason = isTimeout ? `no answer within ${timeoutMs / 1000} seconds` : code
  if (mayHaveArrived)
    return { kind: 'unknown', error: `It is unknown whether ${receiver} accepted the message: ${reason}.` }
  if (error instanceof AddressRefused) return toRetry(`${toSubject(receiver)} may not be reached. ${error.message}`)
  if (CERTIFICATE.test(code))
    return toRetry(
      `The certificate of ${receiver} is not trusted (${code}). For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.`,
    )
  return toRetry(`${toSubject(receiver)} cannot be reached: ${reason}.`)
}

/** Opens a channel that sends each delivery as one POST with JSON. */
export function openHttpChannel({ allow, timeoutMs: givenMs }: ChannelDeps, kind: HttpKind): Channel {
  const { receiver } = kind
  const timeoutMs = givenMs ?? kind.timeoutMs ?? TIMEOUT_MS
  const transmit = async (delivery: Delivery, handOver: () => Promise<void>): Promise<Outcome> => {
    const { address, headers = {}, body } = kind.compose(delivery)
    const checked = checkWebhookUrl(address, allow, channelWords)
    if (!checked.ok) throw new ChannelUnusable(`${toSubject(receiver)} may not be reached. ${checked.detail}`)
    const dispatcher = createGuardedAgent(allow, { words: channelWords })
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
      if ('mayHaveArrived' in result) return explainNoAnswer(result, receiver, timeoutMs)
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
        if (error instanceof ChannelUnusable) return toRetry(error.message)
        throw error
      }
    },
    close: () => undefined,
  }
}
