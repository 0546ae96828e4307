import { z } from 'zod'
import { configId } from '../../../contract/control/configId.ts'
import { say } from '../../../contract/sentences/say.ts'
import { toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'
import {
  defineChannel,
  toOutcomeError,
  type Channel,
  type ChannelDeps,
  type Delivery,
  type Outcome,
} from '../channel.ts'
import { selectLinks, utf16Limit } from '../content.ts'
import { openHttpChannel, toRefused, type HttpMessage, type Receiver } from '../http/httpChannel.ts'
import type { HttpAnswer } from '../http/post.ts'
import { serverAddress } from '../http/serverAddress.ts'
import { channelVariable, ChannelUnusable, requireVariable } from '../http/variable.ts'
import { renderPlain } from '../renderPlain.ts'

const KEY = /^[\w-]{1,128}$/
/** An Apprise server answers only after it has sent to all its services. */
const TIMEOUT_MS = 2 * 60_000

const AppriseSettings = z.strictObject({
  id: configId,
  type: z.literal('apprise'),
  server: serverAddress,
  key_env: channelVariable,
  /** Services of the key to send to; default: all. */
  tag: z
    .string()
    .regex(/^[\w, -]{1,200}$/, toSettingMessage(say('setting_service_tags')))
    .optional(),
})
type AppriseSettings = z.output<typeof AppriseSettings>

// Limit that leaves 1,900 characters for title and body together. Most services accept that in one message; Discord
// accepts 2,000.
const TITLE_LIMIT = utf16Limit(150)
const BODY_CHARACTERS = 1750
const MAX_LINK_CHARACTERS = 1000

/** Renders the last line of a body: the link to the page. A very long link is left out. */
function renderLink(delivery: Delivery): string {
  const [page] = selectLinks(delivery)
  const line = page ? `${page.label}: ${page.url}` : ''
  return line.length > MAX_LINK_CHARACTERS ? '' : line
}

function renderText(delivery: Delivery): { title: string; body: string } {
  const link = renderLink(delivery)
  const suffix = link === '' ? '' : `\n\n${link}`
  const { title, body } = renderPlain(delivery, {
    title: TITLE_LIMIT,
    body: utf16Limit(BODY_CHARACTERS - suffix.length),
  })
  return { title, body: `${body || title}${suffix}` }
}

function compose(settings: AppriseSettings, { secrets }: ChannelDeps, delivery: Delivery): HttpMessage {
  const key = requireVariable(secrets, settings, 'key_env', settings.key_env)
  if (!KEY.test(key)) throw new ChannelUnusable(say('apprise_key_unusable', { variable: settings.key_env }))
  const { title, body } = renderText(delivery)
  return {
    address: `${settings.server}/notify/${key}`,
    body: { title, body, type: 'info', format: 'text', ...(settings.tag === undefined ? {} : { tag: settings.tag }) },
  }
}

const classify =
  (receiver: Receiver, { key_env: variable }: AppriseSettings) =>
  ({ status }: HttpAnswer): Outcome | undefined => {
    switch (status) {
      case 200:
        return { kind: 'sent' }
      case 204: {
        const error = toOutcomeError(say('apprise_without_service', { ...receiver, variable }))
        return { kind: 'retry', affectsChannel: true, stopsChannel: true, ...error }
      }
      case 400:
      case 413:
        return toRefused(receiver, String(status))
      case 424:
        return { kind: 'unknown', ...toOutcomeError(say('apprise_reached_some', { ...receiver })) }
      default:
        return status < 300
          ? {
              kind: 'retry',
              affectsChannel: true,
              ...toOutcomeError(say('apprise_not_there', { ...receiver, status })),
            }
          : undefined
    }
  }

function openAppriseChannel(settings: AppriseSettings, deps: ChannelDeps): Channel {
  const receiver: Receiver = { receiver: 'apprise', name: new URL(settings.server).host }
  return openHttpChannel(deps, {
    receiver,
    timeoutMs: TIMEOUT_MS,
    compose: (delivery) => compose(settings, deps, delivery),
    classify: classify(receiver, settings),
  })
}

/** An Apprise API server, which sends to Telegram, Discord, SMS and many others. */
export const appriseChannel = defineChannel({
  settings: AppriseSettings,
  secrets: [],
  recipients: ({ id }) => [{ recipient: id, domain: 'kitroom.invalid' }],
  open: openAppriseChannel,
})
