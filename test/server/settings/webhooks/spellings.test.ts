import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyAllowList, parseAllowList } from '../../../../platform/outbound/allowList.ts'
import { invalidHosts, privateHosts } from '../../../platform/outbound/spellings.ts'
import { useServer } from '../../../support/suite.ts'
import { openDispatcher, type DispatchOptions } from '../../../support/webhooks.ts'
import { ownerOf } from './support.ts'

const suite = useServer({ fakeClock: true })
/** Listens on every address of this machine, so that any connection is counted. */
const listener = createServer((socket) => {
  connections += 1
  socket.destroy()
})
let connections = 0
let port = 0

beforeAll(async () => {
  listener.listen(0)
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
})
beforeEach(() => {
  connections = 0
})
afterAll(() => listener.close())

it('a private address is refused on registration, in every spelling', async () => {
  const urls = [...privateHosts, ...invalidHosts].map((host) => `https://${host}/`)
  const replies = await Promise.all(
    urls.map(async (url) => ({ url, reply: await ownerOf(suite).post('/webhooks', { url, events: ['*'] }) })),
  )
  const codes = replies.map(({ url, reply }) => `${url} ${reply.status} ${reply.problem().code}`)
  expect(codes.filter((code) => !/ 422 (webhook_address_refused|validation_failed)$/.test(code))).toEqual([])
  expect(codes.filter((code) => code.endsWith('webhook_address_refused')).length).toBeGreaterThanOrEqual(
    privateHosts.length,
  )
  expect((await ownerOf(suite).get('/webhooks')).pagination().total).toBe(0)
})

describe('the dispatcher', () => {
  /** Sends one event to endpoints that were inserted without the check. @returns the attempts of each */
  async function sendTo(urls: readonly string[], options: Partial<DispatchOptions>): Promise<Record<string, unknown>> {
    await using server = await openDispatcher(suite.folder.databaseFile, {
      account: suite.aliceAccount.account_id,
      clock: suite.clock,
      ...options,
    })
    const endpoints = await Promise.all(urls.map(async (url) => ({ url, ...(await server.endpoint({ url })) })))
    await suite.alice.createItem()
    await server.send()
    const outcomes = endpoints.map(async ({ url, id }) => {
      const [delivery] = await server.deliveries(id)
      return [url, (await server.attempts(delivery?.id ?? '')).map(({ status, error }) => [status, error])] as const
    })
    const outcome = Object.fromEntries(await Promise.all(outcomes))
    await suite.sql("update webhook_endpoint set status = 'disabled'")
    return outcome
  }
  const allRefused = (urls: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(urls.map((url) => [url, [[null, 'address_refused']]]))

  it('refuses a private address in every spelling', async () => {
    const urls = [...privateHosts, ...invalidHosts].flatMap((host) => [`https://${host}/`, `http://${host}:${port}/`])
    expect(await sendTo(urls, { allow: emptyAllowList })).toEqual(allRefused(urls))
    expect(connections).toBe(0)
  })

  it('refuses a name that resolves to a private address, alone or among public ones', async () => {
    const answers: Record<string, string[]> = {
      'rebind.example': ['127.0.0.1'],
      'mixed.example': ['93.184.216.34', '127.0.0.1'],
      'six.example': ['::ffff:7f00:1'],
    }
    const askedNames: string[] = []
    const resolveHost = async (name: string) => {
      askedNames.push(name)
      return (answers[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
    const urls = Object.keys(answers).flatMap((name) => [`https://${name}/`, `http://${name}:${port}/`])
    // The port is allowed for a public address, so only the check of the resolved addresses can refuse.
    expect(await sendTo(urls, { allow: parseAllowList([`93.184.216.34/32:${port}`]), resolveHost })).toEqual(
      allRefused(urls),
    )
    expect({ connections, askedNameCount: askedNames.length }).toEqual({ connections: 0, askedNameCount: urls.length })
  })
})
