import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REFUSAL_BURST, REFUSALS_PER_SECOND } from '../../../server/limits/refusalLimiter.ts'
import { toAddressGroup } from '../../../platform/toAddressGroup.ts'
import { createAccount, type TestAccount } from '../../support/account.ts'
import { createApi, type Api, type Reply } from '../../support/api.ts'
import {
  fakeClock,
  startInProcessServer,
  createDataFolder,
  type DataFolder,
  type FakeClock,
  type TestServer,
} from '../../support/server.ts'
import { createSettings } from '../../support/settings.ts'
import { dropDatabase } from '../../support/testDatabase.ts'

describe('requests with refused keys', () => {
  let folder: DataFolder
  let clock: FakeClock
  let server: TestServer
  let account: TestAccount
  let anonymousApi: Api
  beforeEach(async () => {
    folder = createDataFolder()
    clock = fakeClock()
    server = await startInProcessServer(folder.databaseFile, clock, { rateLimit: true, trustedProxies: ['127.0.0.1'] })
    account = await createAccount(folder.dataDir, 'Alice')
    anonymousApi = createApi(server.url, undefined)
  })
  afterEach(async () => {
    await server.stop()
    await dropDatabase(folder.databaseFile)
    folder[Symbol.dispose]()
  })
  const from = (ip: string, key?: string): Promise<Reply> =>
    anonymousApi.get('/gear', { 'x-forwarded-for': ip, ...(key !== undefined && { authorization: `Bearer ${key}` }) })
  const refuse = async (ip: string, count: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let index = 0; index < count; index++) statuses.push((await from(ip, `sk_studio_${index}`)).status)
    return statuses
  }
  const refusedStatuses = (count: number, blocked: number): number[] => [
    ...Array.from({ length: count }, () => 401),
    ...Array.from({ length: blocked }, () => 429),
  ]

  it('are limited by address, and a valid key from there always passes', async () => {
    expect(await refuse('203.0.113.7', REFUSAL_BURST + 2)).toEqual(refusedStatuses(REFUSAL_BURST, 2))
    const blocked = await from('203.0.113.7')
    expect(blocked).toBeProblem(429, 'rate_limited')
    expect(blocked.problem()['violated-policies']).toEqual(['refusals'])
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect({
      ratelimit: blocked.headers['ratelimit'],
      'www-authenticate': blocked.headers['www-authenticate'],
    }).toEqual({
      ratelimit: undefined,
      'www-authenticate': undefined,
    })
    for (let index = 0; index < 20; index++) expect((await from('203.0.113.7', account.api_key)).status).toBe(200)
    expect((await from('203.0.113.8')).status).toBe(401)
    clock.move(1000)
    expect(await refuse('203.0.113.7', REFUSALS_PER_SECOND + 1)).toEqual(refusedStatuses(REFUSALS_PER_SECOND, 1))
  })

  it('count for every reason: no key, a malformed one, one of the other plane, expired or revoked', async () => {
    const owner = createSettings(server.url, account.owner_key)
    const { id, key } = (await owner.post('/keys', { name: 'Gone', scopes: ['gear:read'] })).item() as unknown as {
      id: string
      key: string
    }
    await owner.delete(`/keys/${id}`)
    const wrongKeys = [undefined, 'two words', account.owner_key, key]
    const statuses: number[] = []
    for (let index = 0; index < REFUSAL_BURST; index++)
      statuses.push((await from('198.51.100.1', wrongKeys[index % wrongKeys.length])).status)
    expect(new Set(statuses)).toEqual(new Set([401, 400]))
    for (const one of wrongKeys) expect((await from('198.51.100.1', one)).status).toBe(429)
  })

  it('count in each server for itself, as docs/scaling.md says', async () => {
    await using second = await startInProcessServer(folder.databaseFile, clock, {
      rateLimit: true,
      trustedProxies: ['127.0.0.1'],
    })
    expect(await refuse('203.0.113.9', REFUSAL_BURST + 1)).toEqual(refusedStatuses(REFUSAL_BURST, 1))
    anonymousApi = createApi(second.url, undefined)
    expect(await refuse('203.0.113.9', REFUSAL_BURST + 1)).toEqual(refusedStatuses(REFUSAL_BURST, 1))
  })

  it('count an IPv6 /64 network as one address', async () => {
    const ips = Array.from({ length: REFUSAL_BURST }, (_, index) => `2001:db8:1:2::${(index + 1).toString(16)}`)
    for (const ip of ips) expect((await from(ip)).status).toBe(401)
    expect((await from('2001:db8:1:2:ffff:1:2:3')).status).toBe(429)
    expect((await from('2001:db8:1:3::1')).status).toBe(401)
  })
})

describe('the group of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1:2:3:4', 'fe80:0:0:0'],
    ['1::3:4:5:6:7:8', '1:0:3:4'],
    ['', ''],
  ])('of %s is %s', (ip, group) => {
    expect(toAddressGroup(ip)).toBe(group)
  })
})

const counting = `
import { createRefusalLimiter } from ${JSON.stringify(new URL('../../../server/limits/refusalLimiter.ts', import.meta.url).href)}
const count = createRefusalLimiter({ nowMs: () => 0 })
const heapAfter = (from, to) => {
  for (let index = from; index < to; index++) count('10.' + (index >> 16) + '.' + ((index >> 8) & 255) + '.' + (index & 255))
  gc()
  return process.memoryUsage().heapUsed
}
console.log(JSON.stringify([heapAfter(0, 20_000), heapAfter(20_000, 1_000_000)]))`

it('a million addresses take no more memory than twenty thousand', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '--eval',
    counting,
  ])
  const [heapAfterFew, heapAfterMany] = JSON.parse(stdout) as [number, number]
  expect(heapAfterMany - heapAfterFew).toBeLessThan(1024 * 1024)
})
