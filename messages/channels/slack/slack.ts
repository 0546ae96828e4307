import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { configId } from '../../../contract/control/configId.ts'
import { say } from '../../../contract/sentences/say.ts'
import { defineChannel, toOutcomeError, type Channel, type ChannelDeps, type Outcome } from '../channel.ts'
import { openHttpChannel, toRefused, type Receiver } from '../http/httpChannel.ts'
import type { HttpAnswer } from '../http/post.ts'
import { channelVariable, requireVariable } from '../http/variable.ts'
import { renderSlack } from './renderSlack.ts'

/** Slack accepts one message a second for each webhook. */
const INTERVAL_MS = 1000
/**
 * Next time when this process may send by a webhook, by the name of its variable: a test, a problem and a reminder may
 * coincide.
 */
const nextTimes = new Map<string, number>()

const SlackSettings = z.strictObject({ id: configId, type: z.literal('slack'), url_env: channelVariable })
type SlackSettings = z.output<typeof SlackSettings>

const receiver: Receiver = { receiver: 'slack', name: 'Slack' }

/** Statuses of a webhook that Slack will not accept again: prohibited, deleted, archived. */
const GONE_STATUSES: readonly number[] = [403, 404, 410]

/** Reads Slack's code, such as `no_service`. Other texts are left out. */
const readCode = ({ status, text }: HttpAnswer): string =>
  /^[a-z_]{1,60}$/.test(text.trim()) ? `${status} ${text.trim()}` : String(status)

const classify =
  ({ url_env: variable }: SlackSettings) =>
  (answer: HttpAnswer): Outcome | undefined => {
    const reply = readCode(answer)
    if (answer.status === 400) return toRefused(receiver, reply)
    if (!GONE_STATUSES.includes(answer.status)) return undefined
    const error = toOutcomeError(say('slack_webhook_gone', { variable, reply }))
    return { kind: 'retry', affectsChannel: true, stopsChannel: true, ...error }
  }

function openSlackChannel(settings: SlackSettings, deps: ChannelDeps): Channel {
  const channel = openHttpChannel(deps, {
    receiver,
    compose: (delivery) => ({
      address: requireVariable(deps.secrets, settings, 'url_env', settings.url_env),
      body: renderSlack(delivery),
    }),
    classify: classify(settings),
  })
  return {
    send: async (delivery, handOver) => {
      const startAtMs = Math.max(performance.now(), nextTimes.get(settings.url_env) ?? 0)
      nextTimes.set(settings.url_env, startAtMs + INTERVAL_MS)
      await wait(Math.max(0, startAtMs - performance.now()))
      const outcome = await channel.send(delivery, handOver)
      nextTimes.set(settings.url_env, Math.max(performance.now() + INTERVAL_MS, nextTimes.get(settings.url_env) ?? 0))
      return outcome
    },
    close: () => channel.close(),
  }
}

/** An incoming webhook of Slack. Its address is a secret: anyone who has it can post. */
export const slackChannel = defineChannel({
  settings: SlackSettings,
  secrets: [],
  recipients: ({ id }) => [{ recipient: id, domain: 'kitroom.invalid' }],
  open: openSlackChannel,
})
