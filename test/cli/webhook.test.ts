import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssuedWebhook, Webhook, WebhookDelivery } from '../../contract/settings/webhooks.ts'
import { verifyWebhook } from '../../platform/webhookSignature.ts'
import { createApi, type Api, type Reply } from '../support/api.ts'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'
import { createSettings } from '../support/settings.ts'
import { startReceiver, type ReceivedRequest, type Receiver } from '../support/webhooks.ts'
import { until } from '../support/wait.ts'

let server: LocalServer
let receiver: Receiver

const kitroom = (...args: string[]): Promise<CommandResult> =>
  runCli(['webhook', ...args], {
    ...server.env,
    KITROOM_URL: server.url,
    KITROOM_API_KEY: undefined,
    KITROOM_OWNER_KEY: server.ownerKey,
  })

const json = async <T>(...args: string[]): Promise<T> => {
  const result = await kitroom(...args, '--json')
  if (result.code !== 0) throw new Error(`kitroom webhook ${args.join(' ')} ended with ${result.code}: ${result.err}`)
  return (JSON.parse(result.out) as { data: T }).data
}
const owner = (): Api => createSettings(server.url, server.ownerKey)
const add = async (path: string): Promise<IssuedWebhook> =>
  (await owner().post('/webhooks', { url: receiver.url + path, events: ['*'] })).item() as unknown as IssuedWebhook
const setStatus = (id: string, status: string): Promise<Reply> =>
  owner().patch(`/webhooks/${id}`, { updates: { status } })
const isSignedBy = ({ headers, body }: ReceivedRequest, ...secrets: string[]): boolean =>
  verifyWebhook({ headers, body, secrets, nowMs: Date.now() }).ok
const arrivalsAt = (path: string): ReceivedRequest[] => receiver.arrivals.filter((one) => one.path === path)

beforeAll(async () => {
  receiver = await startReceiver()
  server = await startLocalServer(['127.0.0.1/32:*'])
})
afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
})

it('webhook registers an endpoint, shows its secret once, tests it, and lists its deliveries', async () => {
  const addRun = await kitroom(
    'add',
    `${receiver.url}/one`,
    '--events',
    'gear',
    'shoot.created,maintenance',
    '--description',
    'Workshop',
  )
  expect(addRun).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Store the secret: it is shown only once\.[^]*webhook test [0-9a-f-]{36}\n$/),
  })
  const secret = /^secret +(whsec_\S+)$/m.exec(addRun.out)?.[1] ?? ''
  const id = /^id +(\S+)$/m.exec(addRun.out)?.[1] ?? ''
  expect(addRun.out).toMatch(/^events +gear\.\* shoot\.created maintenance\.\*$/m)

  const testRun = await kitroom('test', id)
  expect(testRun).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Attempt 1 at \S+: 200 after \d+ ms: taken\nDelivered\.\n$/),
  })
  const [arrival] = arrivalsAt('/one')
  expect(arrival && isSignedBy(arrival, secret)).toBe(true)

  const listRun = await kitroom('list')
  expect(listRun.out).toMatch(
    new RegExp(`^${id}  ${receiver.url}/one  gear\\.\\* shoot\\.created maintenance\\.\\*  on  +\\S+Z  Workshop$`, 'm'),
  )
  expect(`${listRun.out}${(await kitroom('show', id)).out}`).not.toContain(secret)
  const deliveries = await kitroom('deliveries', id, '--attempts', '--status', 'delivered')
  expect(deliveries.out).toMatch(
    / webhook\.test  delivered  1 {9}200   - {13}evt_[0-9a-f]{32}\n {2}Attempt 1 at \S+: 200 after \d+ ms: taken\n$/,
  )
})

it('webhook test prints the response of a failed test, and refuses a disabled endpoint', async () => {
  const { id } = await add('/two')
  receiver.answer((_arrival, response) => void response.writeHead(500).end('no\u001b[2J\nway'))
  const tested = await kitroom('test', id)
  receiver.answer((_arrival, response) => void response.writeHead(204).end())
  expect(tested.code).toBe(1)
  expect(tested.out).toMatch(
    /^Attempt 1 at \S+: 500 not_accepted after \d+ ms: no.*way\nNot delivered yet\. Next attempt: \S+Z\.\n$/,
  )
  expect(tested.out).not.toContain('\u001b')
  const disableRun = await kitroom('disable', id)
  expect(disableRun).toMatchObject({ code: 0, out: expect.stringMatching(/^state +switched off$/m) })
  expect(await kitroom('test', id)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('[webhook_disabled]') as string,
  })
  expect((await json<WebhookDelivery[]>('deliveries', id)).map((one) => one.status)).toEqual(['cancelled'])
  const enableRun = await kitroom('enable', id)
  expect(enableRun).toMatchObject({
    out: expect.stringMatching(/^state +on$/m),
    err: expect.stringContaining(`webhook replay ${id} --since 2h`),
  })
})

it('webhook replay sends events again, by id and since a time', async () => {
  const { id, secret } = await add('/three')
  await setStatus(id, 'disabled')
  const api = createApi(server.url, server.apiKey)
  for (const model of ['A', 'B', 'C']) await api.createItem({ model })
  await setStatus(id, 'enabled')
  expect(await json('replay', id, '--since', '1h')).toEqual({ deliveries: 3 })
  await until('the three events arrive', () => arrivalsAt('/three').length >= 3)
  const events = arrivalsAt('/three').map((one) => one.headers['webhook-id'] ?? '')
  expect(new Set(events).size).toBe(3)
  expect(await kitroom('replay', id, ...events.slice(0, 2))).toMatchObject({ code: 0, out: 'Sending again: 2\n' })
  await until('two of them arrive again', () => arrivalsAt('/three').length >= 5)
  expect(arrivalsAt('/three').every((one) => isSignedBy(one, secret ?? ''))).toBe(true)
  expect(await json<WebhookDelivery[]>('deliveries', id, '--event', events[0] ?? '')).toHaveLength(2)
  expect((await kitroom('replay', id, '--since', '15d')).err).toMatch(/\[validation_failed\][^]*#\/since/)
  expect((await kitroom('replay', id, `evt_${'0'.repeat(32)}`)).err).toContain('there is no event evt_000')
})

it('webhook changes an endpoint, rotates its secret and removes it', async () => {
  const firstEndpoint = await add('/four')
  const set = await json<Webhook>(
    'set',
    firstEndpoint.id,
    '--url',
    `${receiver.url}/five`,
    '--events',
    'document',
    '--description',
    'Papers',
  )
  expect(set).toMatchObject({ url: `${receiver.url}/five`, events: ['document.*'], description: 'Papers' })
  expect((await json<Webhook>('set', firstEndpoint.id, '--description', '')).description).toBeNull()
  const rotatedRun = await kitroom('rotate', firstEndpoint.id, '--overlap', '2h')
  expect(rotatedRun.err).toContain('The old secret signs too for another 2 h.')
  const nextSecret = /^secret +(whsec_\S+)$/m.exec(rotatedRun.out)?.[1] ?? ''
  await kitroom('test', firstEndpoint.id)
  expect(
    arrivalsAt('/five').map((one) => [isSignedBy(one, firstEndpoint.secret ?? ''), isSignedBy(one, nextSecret)]),
  ).toEqual([[true, true]])
  expect((await kitroom('rotate', firstEndpoint.id, '--overlap', '0')).err).toContain('The old secret no longer signs.')
  expect(await kitroom('remove', firstEndpoint.id)).toMatchObject({ code: 0, out: `Removed: ${firstEndpoint.id}\n` })
  expect((await owner().get(`/webhooks/${firstEndpoint.id}`)).status).toBe(404)
})

it('webhook refuses invalid events, addresses and changes', async () => {
  const refusedCalls: [string[], RegExp][] = [
    [['add', receiver.url, '--events', 'README.md', 'LICENSE'], /There is no event "README\.md"/],
    [['add', 'http://10.0.0.7/x', '--events', 'all'], /KITROOM_WEBHOOK_ALLOW[^]*\[webhook_address_refused\]/],
    [['set', 'x'], /Say what to change: --url, --events, --description\./],
    [['replay', 'x', '--since', 'lately'], /"lately" is no moment\./],
  ]
  for (const [args, said] of refusedCalls)
    expect(await kitroom(...args)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(said) as string })
})
