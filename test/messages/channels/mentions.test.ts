import { expect, it } from 'vitest'
import { escapeMentions } from '../../../messages/channels/text.ts'
import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import { acceptHandOver, deliveryOf, messageOf, messagesOf, openTestChannel } from '../../support/channels.ts'
import { startReceiver, type Receiver } from '../../support/webhooks.ts'

// A text of a user that chat services would read as a call of everybody is sent so that it calls nobody.

const CALLS = [
  '@everyone',
  '@here',
  '@channel',
  '@all',
  '@room',
  '@Anna',
  '<@123>',
  '<@&5>',
  '<!channel>',
  '<#C12>',
  '<at>',
]
/** What Discord, Slack, Mattermost, Matrix, Telegram or Teams would read as a mention. */
const MENTION = /@(?:everyone|here)|(?<![\w.+-])@[\w&!]|<[@#!]|<\/?at/i

const settingsOf = (kind: string, url: string): string =>
  ({
    apprise: `{ id: c, type: apprise, server: '${url}', key_env: KITROOM_CHANNEL_KEY }`,
    slack: '{ id: c, type: slack, url_env: KITROOM_CHANNEL_URL }',
    ntfy: `{ id: c, type: ntfy, server: '${url}', topic: studio }`,
    webhook: '{ id: c, type: webhook, url_env: KITROOM_CHANNEL_URL, secret_env: KITROOM_CHANNEL_SECRET }',
  })[kind] ?? ''

async function sendBy(receiver: Receiver, kind: string, title: string): Promise<string> {
  const secrets = {
    KITROOM_CHANNEL_KEY: 'key',
    KITROOM_CHANNEL_URL: receiver.url,
    KITROOM_CHANNEL_SECRET: createWebhookSecret(),
  }
  const channel = openTestChannel(settingsOf(kind, receiver.url), { secrets })
  const facts = [{ name: title, value: title }]
  const several = deliveryOf(messagesOf(2, { title, facts }), {
    summary: { lines: [title], shown: messagesOf(2, { title, facts }) },
  })
  for (const delivery of [deliveryOf([messageOf({ title, facts })]), several])
    expect(await channel.send(delivery, acceptHandOver)).toEqual({ kind: 'sent' })
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  for (const { body } of receiver.arrivals) collect(JSON.parse(body))
  return texts.join('\n')
}

it.each(['apprise', 'slack', 'ntfy', 'webhook'])('in the channel %s calls nobody, and looks the same', async (kind) => {
  await using receiver = await startReceiver()
  const title = `Lens of ${CALLS.join(' and ')}, ask gear@studio.example or x@everyone`
  const sent = await sendBy(receiver, kind, title)
  // Slack's own escapes and the id of a command are not mentions.
  const text = sent.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  expect(MENTION.exec(text)?.[0]).toBeUndefined()
  expect(text.replaceAll('\u200b', '')).toContain(title)
  expect(text, 'an e-mail address stays').toContain('gear@studio.example')
})

it.each([
  'Sony A7 @ 24 fps',
  'a@b.example',
  'first.last+tag@sub.example',
  '50% @ 1/60',
  '< 5 m',
  'f/2.8 <1.4',
  'Canon R5',
])('the text %j stays as it is', (text) => {
  expect(escapeMentions(text)).toBe(text)
})

it('an escaped text is not escaped again', () => {
  const once = escapeMentions(CALLS.join(' '))
  expect(escapeMentions(once)).toBe(once)
})
