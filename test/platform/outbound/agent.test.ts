import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { request, type Agent } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedAgent, type HostAddress } from '../../../platform/outbound/agent.ts'
import { emptyAllowList, parseAllowList, type AllowList } from '../../../platform/outbound/allowList.ts'
import { checkWebhookUrl } from '../../../platform/outbound/checkUrl.ts'
import { invalidHosts, privateHosts } from './spellings.ts'
import { HANG_GUARD_MS } from '../../support/wait.ts'

/** Listens on every address of this machine, to detect any request that is not refused. */
let listener: Server
let port = 0
let connections = 0
const agents: Agent[] = []

const portOf = (server: NetServer): number => (server.address() as AddressInfo).port
const listenOn = async (server: NetServer, host?: string): Promise<number> => {
  server.listen(0, host)
  await once(server, 'listening')
  return portOf(server)
}

beforeAll(async () => {
  listener = createServer((incoming, response) => {
    if (incoming.url === '/redirect') response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end()
    else response.end(JSON.stringify({ host: incoming.headers.host, url: incoming.url }))
  })
  listener.on('connection', () => (connections += 1))
  port = await listenOn(listener)
})
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.destroy()))
  connections = 0
})
afterAll(async () => {
  listener.closeAllConnections()
  await new Promise((resolve) => listener.close(resolve))
})

const address = (text: string): HostAddress => ({ address: text, family: text.includes(':') ? 6 : 4 })
/** A resolver that returns one list after another and records the names. */
function fakeResolver(...lists: string[][]) {
  const askedNames: string[] = []
  const resolveHost = (name: string): Promise<HostAddress[]> => {
    askedNames.push(name)
    return Promise.resolve((lists[Math.min(askedNames.length, lists.length) - 1] ?? []).map(address))
  }
  return { asked: askedNames, resolveHost }
}

async function send(
  url: string,
  allow: AllowList,
  resolveHost?: (name: string) => Promise<HostAddress[]>,
): Promise<{ status: number; body: string }> {
  const dispatcher = createGuardedAgent(allow, {
    connectTimeoutMs: HANG_GUARD_MS,
    ...(resolveHost ? { resolveHost } : {}),
  })
  agents.push(dispatcher)
  const answer = await request(url, { dispatcher, method: 'POST', body: '{}' })
  return { status: answer.statusCode, body: await answer.body.text() }
}

const localPort = (): AllowList => parseAllowList([`127.0.0.1/32:${port}`])
const refusedError = { code: 'address_refused', name: 'AddressRefused' }

describe('an address in a URL', () => {
  it.each(privateHosts)('%s is refused before a connection is opened', async (host) => {
    for (const scheme of ['https', 'http'])
      await expect(send(`${scheme}://${host}:${port}/`, emptyAllowList)).rejects.toMatchObject(refusedError)
    expect(connections).toBe(0)
  })

  it.each(invalidHosts)('%j is not a valid host', async (host) => {
    await expect(send(`http://${host}:${port}/`, emptyAllowList)).rejects.toMatchObject({
      code: expect.stringMatching(/^(ERR_INVALID_URL|UND_ERR_INVALID_ARG)$/),
    })
    expect(connections).toBe(0)
  })

  it('is reached in any spelling when it is allowed, with a normalised Host', async () => {
    for (const host of ['127.0.0.1', '0x7f.1', '2130706433']) {
      expect(await send(`http://${host}:${port}/hook?a=1`, localPort())).toEqual({
        status: 200,
        body: JSON.stringify({ host: `127.0.0.1:${port}`, url: '/hook?a=1' }),
      })
    }
  })

  it('is refused at another port, inside IPv6, and without TLS when it is public', async () => {
    for (const url of [
      `http://127.0.0.1:${port === 4111 ? 4112 : 4111}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      'http://1.1.1.1/',
      `http://1.1.1.1:${port}/`,
    ])
      await expect(send(url, localPort())).rejects.toMatchObject(refusedError)
    expect(connections).toBe(0)
  })
})

describe('a host name', () => {
  it('is resolved once, and stays in the Host header', async () => {
    const { asked: askedNames, resolveHost } = fakeResolver(['127.0.0.1'], ['8.8.8.8'])
    expect(await send(`http://worker:${port}/hook`, localPort(), resolveHost)).toEqual({
      status: 200,
      body: JSON.stringify({ host: `worker:${port}`, url: '/hook' }),
    })
    expect(askedNames).toEqual(['worker'])
  })

  it.each([
    ['this machine', ['127.0.0.1']],
    ['this machine, in IPv6', ['::1']],
    ['a private network', ['10.0.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a public address and this machine', ['93.184.216.34', '127.0.0.1']],
    ['this machine and a public address', ['127.0.0.1', '93.184.216.34']],
    ['an IPv4 address inside IPv6', ['::ffff:127.0.0.1']],
    ['a link-local address with its zone', ['fe80::1%lo']],
    ['nothing', []],
  ])('is refused when it resolves to %s', async (_what, list) => {
    const { asked: askedNames, resolveHost } = fakeResolver(list)
    for (const url of ['https://evil.example/', 'https://evil.example:8443/'])
      await expect(send(url, emptyAllowList, resolveHost)).rejects.toMatchObject(refusedError)
    await expect(send(`https://evil.example:${port}/`, emptyAllowList, resolveHost)).rejects.toMatchObject(refusedError)
    expect({ connections, askedNameCount: askedNames.length }).toEqual({ connections: 0, askedNameCount: 2 })
  })

  it('is refused when it resolves to this machine after its check (DNS rebinding)', async () => {
    const { asked: askedNames, resolveHost } = fakeResolver(['93.184.216.34'], ['127.0.0.1'])
    // The port is allowed for another address, so only the resolved address can be the reason to refuse.
    const allow = parseAllowList([`93.184.216.34/32:${port}`])
    const url = `http://rebind.example:${port}/`
    expect(checkWebhookUrl(url, allow).ok).toBe(true)
    expect(await resolveHost('rebind.example')).toEqual([address('93.184.216.34')])
    await expect(send(url, allow, resolveHost)).rejects.toMatchObject(refusedError)
    expect({ connections, askedNameCount: askedNames.length }).toEqual({ connections: 0, askedNameCount: 2 })
  })

  it('is not resolved again, so a worse second answer has no effect', async () => {
    const { asked: askedNames, resolveHost } = fakeResolver(['127.0.0.1'], ['127.0.0.2'])
    expect((await send(`http://rebind.example:${port}/`, localPort(), resolveHost)).status).toBe(200)
    expect(askedNames).toEqual(['rebind.example'])
  })

  it('is refused with a mixed answer, even where one address is allowed', async () => {
    const { resolveHost } = fakeResolver(['127.0.0.1', '127.0.0.2'])
    await expect(send(`http://mixed.example:${port}/`, localPort(), resolveHost)).rejects.toMatchObject(refusedError)
    expect(connections).toBe(0)
  })

  it('is refused without revealing its addresses', async () => {
    const { resolveHost } = fakeResolver(['10.9.8.7'])
    const error = await send('https://evil.example/', emptyAllowList, resolveHost).catch((caught: unknown) => caught)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('10.9.8.7')
  })

  it("fails with the resolver's error code when it cannot be resolved", async () => {
    const resolveHost = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    await expect(send('https://gone.example/', emptyAllowList, resolveHost)).rejects.toMatchObject({
      code: 'ENOTFOUND',
    })
  })

  it('fails with a connect timeout when it is not resolved in time', async () => {
    const agent = createGuardedAgent(emptyAllowList, {
      connectTimeoutMs: 200,
      resolveHost: () => new Promise(() => undefined),
    })
    agents.push(agent)
    await expect(request('https://slow.example/', { dispatcher: agent })).rejects.toMatchObject({
      code: 'UND_ERR_CONNECT_TIMEOUT',
    })
  })

  it('is resolved by the system by default: localhost is refused unless all its addresses are allowed', async () => {
    await expect(send(`http://localhost:${port}/`, parseAllowList([`192.0.2.1/32:${port}`]))).rejects.toMatchObject(
      refusedError,
    )
    expect(connections).toBe(0)
    expect(
      (await send(`http://localhost:${port}/`, parseAllowList([`127.0.0.0/8:${port}`, `[::1]:${port}`]))).status,
    ).toBe(200)
  })
})

it('the agent sends the host name to a TLS server, not the address', async () => {
  const names: string[] = []
  const server = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name)
      done(new Error('no certificate here'))
    },
  })
  server.on('tlsClientError', () => undefined)
  const tlsPort = await listenOn(server, '127.0.0.1')
  const { resolveHost } = fakeResolver(['127.0.0.1'])
  await expect(
    send(`https://studio.example:${tlsPort}/`, parseAllowList([`127.0.0.1:${tlsPort}`]), resolveHost),
  ).rejects.toMatchObject({
    code: 'ECONNRESET',
  })
  expect(names).toEqual(['studio.example'])
  await new Promise((resolve) => server.close(resolve))
})

it('the agent returns a redirect without following it', async () => {
  expect((await send(`http://127.0.0.1:${port}/redirect`, localPort())).status).toBe(302)
  expect(connections).toBe(1)
})
