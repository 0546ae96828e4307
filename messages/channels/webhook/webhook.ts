import { z } from 'zod'
import { configId } from '../../../contract/control/configId.ts'
import { MAX_MESSAGE_REMINDERS, type ReminderMessage } from '../../../contract/control/reminderMessage.ts'
import { say } from '../../../contract/sentences/say.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { isWebhookSecret, signWebhook } from '../../../platform/webhookSignature.ts'
import {
  defineChannel,
  type Channel,
  type ChannelDeps,
  type Delivery,
  type Message,
  type MessageLink,
  type Outcome,
  toOutcomeError,
} from '../channel.ts'
import { findShortId, selectLinks, selectMessages } from '../content.ts'
import { openHttpChannel, type HttpMessage, type Receiver } from '../http/httpChannel.ts'
import type { HttpAnswer } from '../http/post.ts'
import { channelVariable, ChannelUnusable, requireVariable } from '../http/variable.ts'
import { escapeMentions } from '../text.ts'

/** Equals the time limit that the server gives receivers of webhooks. */
const TIMEOUT_MS = 10_000

const WebhookSettings = z.strictObject({
  id: configId,
  type: z.literal('webhook'),
  url_env: channelVariable,
  secret_env: channelVariable,
})
type WebhookSettings = z.output<typeof WebhookSettings>

/**
 * Derives `webhook-id` of a delivery: its Message-ID without brackets and domain, in the characters of Standard
 * Webhooks.
 */
const toWebhookId = (messageId: string): string => messageId.slice(1, messageId.lastIndexOf('@')).replaceAll('.', '_')

type MessageReminder = ReminderMessage['data']['reminders'][number]

const toLinks = (links: readonly MessageLink[]): MessageReminder['links'] =>
  links.length === 0 ? undefined : Object.fromEntries(links.map(({ kind, url }) => [kind, url]))

function toMessageReminder(message: Message, links: readonly MessageLink[]): MessageReminder {
  const { kind, documentType, subject, dueOn, step, title, facts } = message
  return {
    kind,
    document_type: documentType,
    subject,
    due_on: dueOn,
    step,
    title: escapeMentions(title),
    facts: facts.map(({ name, value }) => ({ name: escapeMentions(name), value: escapeMentions(value) })),
    short_id: findShortId(message),
    links: toLinks(links),
  }
}

function toMessage(channel: string, delivery: Delivery): ReminderMessage {
  const { title, intro, shown } = selectMessages(delivery)
  const listed = shown.slice(0, MAX_MESSAGE_REMINDERS)
  const total = delivery.reminders.length
  return {
    id: toWebhookId(delivery.id),
    type: 'reminders.due',
    timestamp: toIsoTime(delivery.atMs),
    data: {
      channel,
      title: escapeMentions(title),
      summary: intro.map(escapeMentions),
      total,
      reminders: listed.map((one) => toMessageReminder(one, selectLinks(delivery))),
      omitted: total - listed.length,
    },
  }
}

/** Reads the signing secret, or both secrets during a rotation. @throws ChannelUnusable */
function readSigningSecrets(settings: WebhookSettings, deps: ChannelDeps): string[] {
  const list = requireVariable(deps.secrets, settings, 'secret_env', settings.secret_env).split(/\s+/)
  if (list.length <= 2 && list.every(isWebhookSecret)) return list
  throw new ChannelUnusable(say('webhook_secret_unusable', { variable: settings.secret_env }))
}

function compose(settings: WebhookSettings, deps: ChannelDeps, delivery: Delivery): HttpMessage {
  const secrets = readSigningSecrets(settings, deps)
  const message = toMessage(settings.id, delivery)
  const body = JSON.stringify(message)
  const timestampS = Math.floor(delivery.atMs / 1000)
  return {
    address: requireVariable(deps.secrets, settings, 'url_env', settings.url_env),
    headers: {
      'webhook-id': message.id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signWebhook({ id: message.id, timestampS, body, secrets }),
    },
    body,
  }
}

const classify =
  (receiver: Receiver) =>
  ({ status }: HttpAnswer): Outcome | undefined =>
    status === 410
      ? {
          kind: 'retry',
          affectsChannel: true,
          stopsChannel: true,
          ...toOutcomeError(say('receiver_wants_no_more', { ...receiver })),
        }
      : undefined

function openWebhookChannel(settings: WebhookSettings, deps: ChannelDeps): Channel {
  const receiver: Receiver = { receiver: 'webhook', name: settings.url_env }
  return openHttpChannel(deps, {
    receiver,
    timeoutMs: TIMEOUT_MS,
    compose: (delivery) => compose(settings, deps, delivery),
    classify: classify(receiver),
  })
}

/** Posts reminders as JSON, signed per Standard Webhooks 1.0.0, to the studio's own receiver. */
export const webhookChannel = defineChannel({
  settings: WebhookSettings,
  secrets: [],
  recipients: ({ id }) => [{ recipient: id, domain: 'kitroom.invalid' }],
  open: openWebhookChannel,
})
