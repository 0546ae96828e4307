import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { parseAllowList } from '../../../../platform/outbound/allowList.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { verifyWebhook } from '../../../../platform/webhookSignature.ts'
import { createAccount } from '../../../support/account.ts'
import { createApi, type Api } from '../../../support/api.ts'
import {
  startInProcessServer,
  startServer,
  createDataFolder,
  type ChildServer,
  type DataFolder,
} from '../../../support/server.ts'
import { createSettings } from '../../../support/settings.ts'
import { databaseUrl } from '../../../support/testDatabase.ts'
import { startReceiver } from '../../../support/webhooks.ts'
import { deliveriesOf, makeEndpoint, readEndpoint, testResult } from './support.ts'
import { until } from '../../../support/wait.ts'

it('a server signs for an endpoint of another server if they share the key, and reports an unreadable secret if not', async () => {
  using shared = createDataFolder()
  await using receiver = await startReceiver()
  const account = await createAccount(shared.dataDir, 'Shared')
  const keyEnvironment = { KITROOM_ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  /** A server on another machine: a data folder of its own, and the same database. */
  const start = async (ownFolder: DataFolder, env: Record<string, string>): Promise<ChildServer> =>
    startServer(ownFolder.dataDir, {
      env: {
        KITROOM_DATABASE_URL: await databaseUrl(shared.databaseFile),
        KITROOM_WEBHOOK_ALLOW: '127.0.0.1/32:*',
        ...env,
      },
    })
  const withServer = async <T>(env: Record<string, string>, work: (owner: Api) => Promise<T>): Promise<T> => {
    using ownFolder = createDataFolder(shared.databaseFile)
    await using server = await start(ownFolder, env)
    return await work(createSettings(server.url, account.owner_key))
  }
  const { id, secret } = await withServer(keyEnvironment, (owner) => makeEndpoint(owner, { url: receiver.url }))
  expect(await withServer(keyEnvironment, (owner) => testResult(owner, id))).toBeNull()
  const [arrival] = receiver.arrivals
  expect(arrival && verifyWebhook({ ...arrival, secrets: [secret], nowMs: Date.now() }).ok).toBe(true)
  await withServer({}, async (owner) => {
    expect(await testResult(owner, id)).toBe('secret_unreadable')
    expect({ arrivalCount: receiver.arrivals.length, endpoint: await readEndpoint(owner, id) }).toMatchObject({
      arrivalCount: 1,
      endpoint: { status: 'enabled', failing_since: null },
    })
    const { secret: nextSecret } = (await owner.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 0 })).item()
    expect(await testResult(owner, id)).toBeNull()
    expect(
      verifyWebhook({
        ...(receiver.arrivals[1] ?? { headers: {}, body: '' }),
        secrets: [String(nextSecret)],
        nowMs: Date.now(),
      }).ok,
    ).toBe(true)
  })
})

it('a test and a replay are sent at once by a server whose clock is five minutes ahead: the clock that servers share decides', async () => {
  using folder = createDataFolder()
  await using receiver = await startReceiver()
  const account = await createAccount(folder.dataDir, 'Ahead')
  const ahead = { nowMs: () => Date.now() + 300_000 }
  const options = { sharedClock: systemClock, webhookAllow: parseAllowList(['127.0.0.1/32:*']), background: true }
  await using server = await startInProcessServer(folder.databaseFile, ahead, options)
  const owner = createSettings(server.url, account.owner_key)
  const { id } = await makeEndpoint(owner, { url: receiver.url })
  await createApi(server.url, account.api_key).createItem()
  const statuses = async (): Promise<string[]> =>
    (await deliveriesOf(owner, id)).rows.map(({ type, status }) => `${type} ${status}`).toSorted()
  await until('the event is delivered', async () => (await statuses()).join() === 'gear.created delivered')
  const [{ event_id: event } = { event_id: '' }] = (await deliveriesOf(owner, id)).rows
  expect((await owner.post(`/webhooks/${id}/replay`, { event_ids: [event] })).item()).toMatchObject({ deliveries: 1 })
  expect((await owner.post(`/webhooks/${id}/test`, {})).status).toBe(202)
  await until(
    'all are delivered',
    async () => (await statuses()).filter((status) => status.endsWith(' delivered')).length >= 3,
  )
  expect(await statuses()).toEqual(['gear.created delivered', 'gear.created delivered', 'webhook.test delivered'])
})
