import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addKey, createAccount, type TestAccount } from '../../support/account.ts'
import { camera, createApi, type Api, type Reply } from '../../support/api.ts'
import { checkInvariants } from '../../support/invariants.ts'
import {
  fakeClock,
  startInProcessServer,
  createDataFolder,
  type DataFolder,
  type FakeClock,
  type TestServer,
} from '../../support/server.ts'
import { runSql } from '../../support/database.ts'
import { createSettings } from '../../support/settings.ts'
import { parseStructuredList } from '../../support/structuredFields.ts'
import { dropDatabase } from '../../support/testDatabase.ts'

let folder: DataFolder
let clock: FakeClock
let server: TestServer
let account: TestAccount
let alice: Api

beforeEach(async () => {
  folder = createDataFolder()
  clock = fakeClock()
  server = await startInProcessServer(folder.databaseFile, clock, { rateLimit: true })
  account = await createAccount(folder.dataDir, 'Alice')
  alice = createApi(server.url, account.api_key)
})
afterEach(async () => {
  await server.stop()
  await checkInvariants(folder.databaseFile)
  await dropDatabase(folder.databaseFile)
  folder[Symbol.dispose]()
})

const remaining = (reply: Reply): Record<string, number> =>
  Object.fromEntries(
    parseStructuredList(reply.headers['ratelimit'] ?? '').map(({ name, parameters }) => [name, parameters['r'] ?? NaN]),
  )
const policies = (reply: Reply): unknown => parseStructuredList(reply.headers['ratelimit-policy'] ?? '')
const policy = (name: string, rate: number): unknown => ({ name, parameters: { q: rate * 2, w: 2 } })
async function sendMany(api: Api, count: number): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let index = 0; index < count; index++) replies.push(await api.get('/gear?limit=1'))
  return replies
}
const statuses = (replies: readonly Reply[]): Record<number, number> =>
  replies.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  )
const apiKey = (options: Parameters<typeof addKey>[2] = {}): Promise<string> =>
  addKey(folder.databaseFile, account.account_id, options)
const setRate = (key: string, rate: number): Promise<unknown> =>
  runSql(folder.databaseFile, 'update api_key set rate_per_second = ? where last4 = ?', rate, key.slice(-4))

describe('the limit of a key', () => {
  it('allows a burst of 200, reports how many remain, and refuses the next one', async () => {
    const replies = await sendMany(alice, 201)
    expect(statuses(replies)).toEqual({ 200: 200, 429: 1 })
    expect(replies.map((reply) => remaining(reply)['key'])).toEqual([
      ...Array.from({ length: 200 }, (_, index) => 199 - index),
      0,
    ])
    for (const reply of replies) {
      expect(policies(reply)).toEqual([policy('key', 100), policy('account', 200)])
      for (const { parameters } of parseStructuredList(reply.headers['ratelimit'] ?? ''))
        expect(Object.keys(parameters)).toEqual(['r', 't'])
    }
    const refusedReply = replies[200]
    expect(refusedReply?.problem()).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      code: 'rate_limited',
      'violated-policies': ['key'],
    })
    const waitSeconds = Number(refusedReply?.headers['retry-after'])
    expect(Number.isInteger(waitSeconds) && waitSeconds >= 1).toBe(true)
    for (const { parameters } of parseStructuredList(refusedReply?.headers['ratelimit'] ?? ''))
      expect(waitSeconds).toBeGreaterThanOrEqual(parameters['t'] ?? NaN)
    clock.move(waitSeconds * 1000)
    expect(statuses(await sendMany(alice, 101))).toEqual({ 200: 100, 429: 1 })
  })

  it('refills 100 per second evenly, up to 200', async () => {
    await sendMany(alice, 200)
    for (let round = 0; round < 5; round++) {
      clock.move(10)
      expect(statuses(await sendMany(alice, 2))).toEqual({ 200: 1, 429: 1 })
    }
    clock.move(3_600_000)
    expect(statuses(await sendMany(alice, 201))).toEqual({ 200: 200, 429: 1 })
  })

  it('is not refilled by a clock that jumps back, and refills from there', async () => {
    await sendMany(alice, 200)
    clock.move(-60_000)
    expect((await alice.get('/gear')).status).toBe(429)
    clock.move(10)
    expect(statuses(await sendMany(alice, 2))).toEqual({ 200: 1, 429: 1 })
  })

  it('is the key’s own rate where one is set, from the next request on', async () => {
    const key = await apiKey()
    const api = alice.as(key)
    await setRate(key, 3)
    const replies = await sendMany(api, 7)
    expect(statuses(replies)).toEqual({ 200: 6, 429: 1 })
    expect(policies(replies[0] as Reply)).toEqual([policy('key', 3), policy('account', 200)])
    await setRate(key, 5)
    expect(statuses(await sendMany(api, 11))).toEqual({ 200: 10, 429: 1 })
  })

  it('counts every request of the key, refused or not, and applies to owner keys', async () => {
    const reader = alice.as(await apiKey({ scopes: ['profile:read'] }))
    expect((await reader.get('/gear')).status).toBe(403)
    expect(remaining(await reader.get('/gear'))['key']).toBe(198)
    expect(remaining(await reader.get('/profile'))['key']).toBe(197)
    const settings = createSettings(server.url, account.owner_key)
    const replies: Reply[] = []
    for (let index = 0; index < 201; index++) replies.push(await settings.get('/keys?limit=1'))
    expect(statuses(replies)).toEqual({ 200: 200, 429: 1 })
  })

  it('is checked before the scope, and stores only an audit row', async () => {
    await sendMany(alice, 200)
    const refusedReply = await alice.post('/gear', camera(), { 'idempotency-key': 'one' })
    expect(refusedReply.status).toBe(429)
    await server.stop()
    expect(await runSql(folder.databaseFile, 'select * from gear')).toEqual([])
    expect(await runSql(folder.databaseFile, 'select * from idempotency')).toEqual([])
    const audit = await runSql<{ status: number }>(
      folder.databaseFile,
      'select status from audit where request_id = ?',
      refusedReply.headers['request-id'] ?? '',
    )
    expect(audit).toEqual([{ status: 429 }])
  })
})

describe('the limit of an account', () => {
  it('is shared by its keys, and does not affect other accounts', async () => {
    const [secondApi, thirdApi] = [alice.as(await apiKey()), alice.as(await apiKey())]
    const replies = [
      ...(await sendMany(alice, 180)),
      ...(await sendMany(secondApi, 180)),
      ...(await sendMany(thirdApi, 41)),
    ]
    expect(statuses(replies)).toEqual({ 200: 400, 429: 1 })
    expect(replies.map((reply) => remaining(reply)['account'])).toEqual([
      ...Array.from({ length: 400 }, (_, index) => 399 - index),
      0,
    ])
    const refusedReply = replies.at(-1)
    expect({
      'violated-policies': refusedReply?.problem()['violated-policies'],
      remaining: remaining(refusedReply as Reply),
    }).toEqual({
      'violated-policies': ['account'],
      remaining: { key: 160, account: 0 },
    })
    const otherApi = createApi(server.url, (await createAccount(folder.dataDir, 'Other')).api_key)
    expect((await otherApi.get('/gear')).status).toBe(200)
    clock.move(1000)
    expect(statuses([...(await sendMany(alice, 120)), ...(await sendMany(thirdApi, 81))])).toEqual({ 200: 200, 429: 1 })
  })

  it('does not count the worker key, which has only its own rate', async () => {
    const key = await apiKey({ kind: 'worker' })
    await setRate(key, 300)
    const worker = alice.as(key)
    const replies = await sendMany(worker, 601)
    expect(statuses(replies)).toEqual({ 200: 600, 429: 1 })
    expect(policies(replies[0] as Reply)).toEqual([policy('key', 300)])
    expect(remaining(await alice.get('/gear'))).toEqual({ key: 199, account: 399 })
  })
})

describe('answers without a key', () => {
  it('have no rate limit headers', async () => {
    const anonymousApi = alice.as(undefined)
    const replies = [
      await anonymousApi.get('//healthz'),
      await anonymousApi.get('/gear'),
      await anonymousApi.get('/nothing'),
      await anonymousApi.send('OPTIONS', '/gear'),
    ]
    for (const reply of replies)
      expect({ ratelimit: reply.headers['ratelimit'], 'ratelimit-policy': reply.headers['ratelimit-policy'] }).toEqual({
        ratelimit: undefined,
        'ratelimit-policy': undefined,
      })
  })
})
