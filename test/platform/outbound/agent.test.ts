import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { request, type Agent } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedAgent, type HostAddress } from '../../../platform/outbound/agent.ts'
import { allowNothing, parseAllowList, type AllowList } from '../../../platform/outbound/allowList.ts'
import { checkWebhookUrl } from '../../../platform/outbound/checkUrl.ts'
import { brokenHosts, closedHosts } from './spellings.ts'

/** Listens on every address of this machine, so that any spelling that gets through is seen. */
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
/** A resolver that gives one answer after another, and counts how often it was asked. */
function answers(...lists: string[][]) {
  const asked: string[] = []
  const resolveHost = (name: string): Promise<HostAddress[]> => {
    asked.push(name)
    return Promise.resolve((lists[Math.min(asked.length, lists.length) - 1] ?? []).map(address))
  }
  return { asked, resolveHost }
}

async function send(
  url: string,
  allow: AllowList,
  resolveHost?: (name: string) => Promise<HostAddress[]>,
): Promise<{ status: number; body: string }> {
  const dispatcher = createGuardedAgent(allow, { connectTimeoutMs: 3000, ...(resolveHost ? { resolveHost } : {}) })
  agents.push(dispatcher)
  const answer = await request(url, { dispatcher, method: 'POST', body: '{}' })
  return { status: answer.statusCode, body: await answer.body.text() }
}

const localPort = (): AllowList => parseAllowList([`127.0.0.1/32:${port}`])
const refused = { code: 'address_refused', name: 'AddressRefused' }

describe('addresses as they are written', () => {
  it.each(closedHosts)('%s is refused before anything is connected', async (host) => {
    for (const scheme of ['https', 'http']) await expect(send(`${scheme}://${host}:${port}/`, allowNothing)).rejects.toMatchObject(refused)
    expect(connections).toBe(0)
  })

  it.each(brokenHosts)('%j cannot even be sent', async (host) => {
    await expect(send(`http://${host}:${port}/`, allowNothing)).rejects.toMatchObject({
      code: expect.stringMatching(/^(ERR_INVALID_URL|UND_ERR_INVALID_ARG)$/),
    })
    expect(connections).toBe(0)
  })

  it('reaches an allowed address in any spelling of it, over http, with its own Host', async () => {
    for (const host of ['127.0.0.1', '0x7f.1', '2130706433']) {
      expect(await send(`http://${host}:${port}/hook?a=1`, localPort())).toEqual({
        status: 200,
        body: JSON.stringify({ host: `127.0.0.1:${port}`, url: '/hook?a=1' }),
      })
    }
  })

  it('refuses the same address at another port, inside IPv6, and public ones without TLS', async () => {
    for (const url of [
      `http://127.0.0.1:${port === 4111 ? 4112 : 4111}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      'http://1.1.1.1/',
      `http://1.1.1.1:${port}/`,
    ])
      await expect(send(url, localPort())).rejects.toMatchObject(refused)
    expect(connections).toBe(0)
  })
})

describe('names', () => {
  it('are resolved once, and the connection keeps their name', async () => {
    const { asked, resolveHost } = answers(['127.0.0.1'], ['8.8.8.8'])
    expect(await send(`http://worker:${port}/hook`, localPort(), resolveHost)).toEqual({
      status: 200,
      body: JSON.stringify({ host: `worker:${port}`, url: '/hook' }),
    })
    expect(asked).toEqual(['worker'])
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
  ])('that lead to %s are refused', async (_what, list) => {
    const { asked, resolveHost } = answers(list)
    for (const url of ['https://evil.example/', 'https://evil.example:8443/'])
      await expect(send(url, allowNothing, resolveHost)).rejects.toMatchObject(refused)
    await expect(send(`https://evil.example:${port}/`, allowNothing, resolveHost)).rejects.toMatchObject(refused)
    expect([connections, asked.length]).toEqual([0, 2])
  })

  it('that were public when they were checked and flip to this machine never connect', async () => {
    const { asked, resolveHost } = answers(['93.184.216.34'], ['127.0.0.1'])
    // The port is allowed for another address, so that only the answer of the resolver stands between the request and the listener.
    const allow = parseAllowList([`93.184.216.34/32:${port}`])
    const url = `http://rebind.example:${port}/`
    expect(checkWebhookUrl(url, allow).ok).toBe(true)
    expect(await resolveHost('rebind.example')).toEqual([address('93.184.216.34')])
    await expect(send(url, allow, resolveHost)).rejects.toMatchObject(refused)
    expect([connections, asked.length]).toEqual([0, 2])
  })

  it('whose second answer would be bad are not asked a second time', async () => {
    const { asked, resolveHost } = answers(['127.0.0.1'], ['127.0.0.2'])
    expect((await send(`http://rebind.example:${port}/`, localPort(), resolveHost)).status).toBe(200)
    expect(asked).toEqual(['rebind.example'])
  })

  it('with a mixed answer are refused even where one address is allowed', async () => {
    const { resolveHost } = answers(['127.0.0.1', '127.0.0.2'])
    await expect(send(`http://mixed.example:${port}/`, localPort(), resolveHost)).rejects.toMatchObject(refused)
    expect(connections).toBe(0)
  })

  it('are refused without telling what they lead to', async () => {
    const { resolveHost } = answers(['10.9.8.7'])
    const error = await send('https://evil.example/', allowNothing, resolveHost).catch((caught: unknown) => caught)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('10.9.8.7')
  })

  it("that cannot be resolved fail with the resolver's own code", async () => {
    const resolveHost = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    await expect(send('https://gone.example/', allowNothing, resolveHost)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('that nobody resolves in time fail as a connection does', async () => {
    const agent = createGuardedAgent(allowNothing, { connectTimeoutMs: 200, resolveHost: () => new Promise(() => undefined) })
    agents.push(agent)
    await expect(request('https://slow.example/', { dispatcher: agent })).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' })
  })

  it('go to the system when nothing else is given: localhost is refused unless all it leads to is allowed', async () => {
    await expect(send(`http://localhost:${port}/`, parseAllowList([`192.0.2.1/32:${port}`]))).rejects.toMatchObject(refused)
    expect(connections).toBe(0)
    expect((await send(`http://localhost:${port}/`, parseAllowList([`127.0.0.0/8:${port}`, `[::1]:${port}`]))).status).toBe(200)
  })
})

it('says the name to a TLS server, not the address it was resolved to', async () => {
  const names: string[] = []
  const server = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name)
      done(new Error('no certificate here'))
    },
  })
  server.on('tlsClientError', () => undefined)
  const tlsPort = await listenOn(server, '127.0.0.1')
  const { resolveHost } = answers(['127.0.0.1'])
  await expect(send(`https://studio.example:${tlsPort}/`, parseAllowList([`127.0.0.1:${tlsPort}`]), resolveHost)).rejects.toMatchObject({
    code: 'ECONNRESET',
  })
  expect(names).toEqual(['studio.example'])
  await new Promise((resolve) => server.close(resolve))
})

it('hands a redirect on as the answer it is', async () => {
  expect((await send(`http://127.0.0.1:${port}/redirect`, localPort())).status).toBe(302)
  expect(connections).toBe(1)
})
