import type { Dispatcher as HttpDispatcher } from 'undici'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/log.ts'
import type { AllowList } from '../../../platform/outbound/allowList.ts'
import { checkWebhookUrl } from '../../../platform/outbound/checkUrl.ts'
import { SealBroken, type SecretBox } from '../../../platform/secretBox.ts'
import type { ClaimedDelivery } from './claim.ts'
import type { FailureCode } from './failures.ts'
import { sendPost, type PostOutcome } from './sendPost.ts'
import type { EndpointQueue } from './queues.ts'
import { createSigner, buildSignedHeaders } from './signing.ts'

export interface SenderDeps {
  clock: Clock
  log: Logger
  secrets: SecretBox
  allow: AllowList
  openAgent: () => Promise<HttpDispatcher>
  timeoutMs: number
}

export interface Sender {
  /** Makes one attempt. Never throws. */
  send(queue: EndpointQueue, claimed: ClaimedDelivery, signal: AbortSignal): Promise<PostOutcome>
  /** True if this server cannot unseal the endpoint's secrets; its deliveries stay pending. */
  cannotSign(queue: EndpointQueue): boolean
  close(): Promise<void>
}

const toFailedOutcome = (error: FailureCode): PostOutcome => ({
  status: null,
  error,
  response: null,
  retryAfter: undefined,
  durationMs: 0,
})

export function createSender({ clock, log, secrets, allow, openAgent, timeoutMs }: SenderDeps): Sender {
  const signer = createSigner(secrets)
  let agent: Promise<HttpDispatcher> | undefined
  const sealedSecretsOf = (queue: EndpointQueue): string => `${queue.secret} ${queue.old_secret}`
  const unreadableSecrets = new Map<string, string>()
  const openSecrets = (queue: EndpointQueue, nowMs: number): string[] | undefined => {
    try {
      return signer.secretsOf(queue, nowMs)
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      if (unreadableSecrets.get(queue.id) !== sealedSecretsOf(queue))
        log.error(
          { endpoint: queue.id, account: queue.account_id },
          'the secret of a webhook endpoint cannot be decrypted, so nothing is sent to it: give this server the encryption key that the secret was sealed with, or rotate the secret',
        )
      unreadableSecrets.set(queue.id, sealedSecretsOf(queue))
      return undefined
    }
  }
  const attempt = async (
    queue: EndpointQueue,
    { body, eventId }: ClaimedDelivery,
    signal: AbortSignal,
  ): Promise<PostOutcome> => {
    if (body === null) return toFailedOutcome('event_gone')
    const nowMs = clock.nowMs()
    const opened = openSecrets(queue, nowMs)
    if (!opened) return toFailedOutcome('secret_unreadable')
    const checked = checkWebhookUrl(queue.url, allow)
    if (!checked.ok) return toFailedOutcome('address_refused')
    const headers = buildSignedHeaders(eventId, body, opened, nowMs)
    return sendPost(await (agent ??= openAgent()), {
      url: checked.url,
      headers,
      body: Buffer.from(body),
      timeoutMs,
      signal,
    })
  }
  return {
    async send(queue, claimed, signal) {
      try {
        return await attempt(queue, claimed, signal)
      } catch (error) {
        log.error({ err: error, endpoint: queue.id, delivery: claimed.delivery }, 'a webhook could not be sent')
        return toFailedOutcome('internal_error')
      }
    },
    cannotSign: (queue) => unreadableSecrets.get(queue.id) === sealedSecretsOf(queue),
    async close() {
      await (await agent)?.destroy()
    },
  }
}
