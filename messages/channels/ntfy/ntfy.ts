import { z } from 'zod'
import { configId } from '../../../contract/control/configId.ts'
import { say } from '../../../contract/sentences/say.ts'
import { toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'
import { defineChannel, type Channel, type ChannelDeps, type Delivery, type Outcome } from '../channel.ts'
import type { SizeLimit } from '../content.ts'
import { openHttpChannel, toRefused, type HttpMessage, type Receiver } from '../http/httpChannel.ts'
import type { HttpAnswer } from '../http/post.ts'
import { serverAddress } from '../http/serverAddress.ts'
import { channelVariable, ChannelUnusable, requireVariable } from '../http/variable.ts'
import { renderPlain } from '../renderPlain.ts'
import { listActions } from './actions.ts'

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/
/** Matches characters that a header may contain (RFC 9110 section 5.5), without spaces. */
const TOKEN = /^[\x21-\x7e]+$/

const NtfySettings = z
  .strictObject({
    id: configId,
    type: z.literal('ntfy'),
    server: serverAddress.default('https://ntfy.sh'),
    topic: z
      .string()
      .regex(TOPIC, toSettingMessage(say('setting_topic')))
      .optional(),
    topic_env: channelVariable.optional(),
    token_env: channelVariable.optional(),
    /** Priority from 1 (lowest) to 5 (highest). */
    priority: z.int().min(1).max(5).default(3),
  })
  .refine(({ topic, topic_env: variable }) => (topic === undefined) !== (variable === undefined), {
    path: ['topic'],
    message: toSettingMessage(say('setting_topic_or_variable')),
  })
type NtfySettings = z.output<typeof NtfySettings>

/** Limits a text by its bytes inside JSON. They are no fewer than its UTF-8 bytes, so both limits hold. */
const jsonLimit = (max: number): SizeLimit => ({ max, sizeOf: (text) => Buffer.byteLength(JSON.stringify(text)) - 2 })

const TITLE_LIMIT = jsonLimit(250)
/** ntfy converts a longer message to an attachment. The whole body may have twice as many bytes. */
const MAX_MESSAGE_BYTES = 4096

function readTopic(settings: NtfySettings, { secrets }: ChannelDeps): string {
  const { topic, topic_env: variable } = settings
  if (variable === undefined) return topic ?? ''
  const value = requireVariable(secrets, settings, 'topic_env', variable)
  if (TOPIC.test(value)) return value
  throw new ChannelUnusable(say('ntfy_topic_unusable', { variable }))
}

function readHeaders(settings: NtfySettings, { secrets }: ChannelDeps): Record<string, string> {
  const { token_env: variable } = settings
  if (variable === undefined) return {}
  const token = requireVariable(secrets, settings, 'token_env', variable)
  if (TOKEN.test(token)) return { authorization: `Bearer ${token}` }
  throw new ChannelUnusable(say('ntfy_token_unusable', { variable }))
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

function compose(settings: NtfySettings, deps: ChannelDeps, delivery: Delivery): HttpMessage {
  const actions = listActions(delivery)
  const topic = readTopic(settings, deps)
  const { priority } = settings
  const render = (max: number): { title: string; body: string } =>
    renderPlain(delivery, { title: TITLE_LIMIT, body: jsonLimit(max) })
  const toBody = (title: string, message: string): object => ({
    topic,
    title,
    message,
    priority,
    ...(actions.length > 0 && { actions }),
  })
  const { title } = render(MAX_MESSAGE_BYTES)
  // With buttons, the whole body is limited like a message: a phone gets both in one push.
  const { body } = render(actions.length > 0 ? MAX_MESSAGE_BYTES - sizeOf(toBody(title, '')) : MAX_MESSAGE_BYTES)
  return { address: `${settings.server}/`, headers: readHeaders(settings, deps), body: toBody(title, body || title) }
}

const classify =
  (receiver: Receiver) =>
  ({ status }: HttpAnswer): Outcome | undefined =>
    status === 400 || status === 413 ? toRefused(receiver, String(status)) : undefined

function openNtfyChannel(settings: NtfySettings, deps: ChannelDeps): Channel {
  const receiver: Receiver = { receiver: 'ntfy', name: new URL(settings.server).host }
  return openHttpChannel(deps, {
    receiver,
    compose: (delivery) => compose(settings, deps, delivery),
    classify: classify(receiver),
  })
}

/** Push messages to phones, by ntfy.sh or the studio's own server. */
export const ntfyChannel = defineChannel({
  settings: NtfySettings,
  secrets: [],
  recipients: ({ id }) => [{ recipient: id, domain: 'kitroom.invalid' }],
  open: openNtfyChannel,
})
