// Messages that are not sent, and what settings refuse.
import { describe, expect, it } from 'vitest'
import { emptyAllowList } from '../../../platform/outbound/allowList.ts'
import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import { loadConfig } from '../../../config/config.ts'
import { freePort } from '../../server/webhooks/receivers.ts'
import { acceptHandOver, deliveryOf, openTestChannel } from '../../support/channels.ts'
import { startReceiver } from '../../support/webhooks.ts'

const secret = createWebhookSecret()
const settings = '{ id: team, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }'
const secretsOf = (url: string): Record<string, string> => ({
  KITROOM_CHANNEL_TEAM: url,
  KITROOM_CHANNEL_TEAM_SECRET: secret,
})

describe('nothing is sent', () => {
  const trySend = async (
    secrets: Record<string, string>,
    deps: Parameters<typeof openTestChannel>[1] = {},
  ): Promise<unknown> => {
    let handedOver = false
    const channel = openTestChannel(settings, { secrets, ...deps })
    const outcome = await channel.send(deliveryOf(), async () => void (handedOver = true))
    expect({
      handedOver,
      leaks: JSON.stringify(outcome).includes('t0ken') || JSON.stringify(outcome).includes(secret),
    }).toEqual({
      handedOver: false,
      leaks: false,
    })
    return outcome
  }
  const failure = (text: string): object => ({
    kind: 'retry',
    affectsChannel: true,
    error: expect.stringContaining(text),
  })

  it('without the variable, and the error says what to set', async () => {
    expect(await trySend({ KITROOM_CHANNEL_TEAM_SECRET: secret })).toMatchObject(
      failure('no environment variable KITROOM_CHANNEL_TEAM, which url_env of the channel team names'),
    )
    expect(
      await trySend({ ...secretsOf('https://t0ken.example'), KITROOM_CHANNEL_TEAM_SECRET: 'whsec_short' }),
    ).toMatchObject(failure('KITROOM_CHANNEL_TEAM_SECRET must be one secret of a webhook'))
  })

  it.each([
    ['an address that is not allowed', 'http://127.0.0.1:9/t0ken', 'not on the public internet'],
    ['a name that leads to one', 'https://localhost/t0ken', 'a local network'],
    ['plain http', 'http://example.com/t0ken', 'must begin with https://'],
    ['no address', 't0ken', 'must be a URL'],
    ['a password', 'https://me:t0ken@example.com/', 'user name or a password'],
  ])('to %s', async (_what, url, text) => {
    expect(await trySend(secretsOf(url), { allow: emptyAllowList })).toMatchObject(failure(text))
  })

  it('to a port without a listener', async () => {
    expect(await trySend(secretsOf(`http://127.0.0.1:${await freePort()}/t0ken`))).toMatchObject(
      failure('ECONNREFUSED'),
    )
  })

  it('after a lost claim', async () => {
    await using receiver = await startReceiver()
    const lost = new Error('the claim was lost')
    await expect(
      openTestChannel(settings, { secrets: secretsOf(receiver.url) }).send(deliveryOf(), () => Promise.reject(lost)),
    ).rejects.toBe(lost)
    expect(receiver.arrivals).toEqual([])
  })

  it('to where a redirect leads', async () => {
    await using receiver = await startReceiver((arrival, response) =>
      arrival.path === '/first'
        ? void response.writeHead(307, { location: '/second' }).end()
        : void response.writeHead(200).end(),
    )
    const channel = openTestChannel(settings, { secrets: secretsOf(`${receiver.url}/first`) })
    expect(await channel.send(deliveryOf(), acceptHandOver)).toMatchObject(failure('307, a redirect'))
    expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/first'])
  })
})

it('is unknown when no answer comes in time', async () => {
  await using receiver = await startReceiver(() => undefined)
  const channel = openTestChannel(settings, { secrets: secretsOf(receiver.url), timeoutMs: 300 })
  expect(await channel.send(deliveryOf(), acceptHandOver)).toMatchObject({
    kind: 'unknown',
    error: expect.stringContaining('within 0.3 seconds'),
  })
})

it.each([
  'KITROOM_API_KEY',
  'KITROOM_CHANNEL_ALLOW',
  'KITROOM_CHANNEL_TEAM_FILE',
  'HOME',
  'https://hooks.example.com/t',
])('%s is not a variable that settings may name', (name) => {
  expect(() =>
    loadConfig(
      `reminders: { channels: [{ id: a, type: webhook, url_env: "${name}", secret_env: KITROOM_CHANNEL_B }] }`,
    ),
  ).toThrow(/begins with KITROOM_CHANNEL_/)
})
