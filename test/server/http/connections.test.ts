import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { camera } from '../../support/api.ts'
import { NO_TIME_LIMITS, startLimitedServer, type LimitedServer } from '../../support/limitedServer.ts'
import { sendRaw } from '../../support/wire.ts'
import { until } from '../../support/wait.ts'

interface Client {
  socket: Socket
  received: () => string
}

async function open(server: LimitedServer, from = '127.0.0.1'): Promise<Client> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: from })
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
  await once(socket, 'connect')
  return { socket, received: () => text }
}

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

async function isAnswered({ socket, received }: Client): Promise<boolean> {
  const lengthBefore = received().length
  socket.write(HEALTH)
  await until('an answer, or the end of the connection', () => received().length > lengthBefore || socket.destroyed)
  return received().slice(lengthBefore).startsWith('HTTP/1.1 200')
}

const openConnections = (server: LimitedServer): number => server.app.metrics.connections()

describe('a server at its connection limit', () => {
  it('closes the connection that was idle longest and accepts the new one', async () => {
    await using server = await startLimitedServer({ connections: 4, connectionsPerAddress: 4 })
    await expect.poll(() => openConnections(server)).toBe(0)
    const clients: Client[] = []
    for (let count = 0; count < 4; count++) {
      clients.push(await open(server))
      await expect.poll(() => openConnections(server)).toBe(count + 1)
    }
    const [firstClient, secondClient] = clients as [Client, Client]
    // The request makes the first connection the most recently used, so the second has been idle longest.
    expect(await isAnswered(firstClient)).toBe(true)
    const lateClient = await open(server, '127.0.0.2')
    expect(await isAnswered(lateClient)).toBe(true)
    await expect.poll(() => clients.map(({ socket }) => socket.destroyed)).toEqual([false, true, false, false])
    expect({
      received: secondClient.received(),
      openConnections: openConnections(server),
      droppedConnections: server.app.metrics.droppedConnections(),
    }).toEqual({ received: '', openConnections: 4, droppedConnections: 1 })
    for (const { socket } of [...clients, lateClient]) socket.destroy()
  })

  it('closes the new connection when all others have a request in progress', async () => {
    await using server = await startLimitedServer({ connections: 2, connectionsPerAddress: 2 })
    await expect.poll(() => openConnections(server)).toBe(0)
    const body = JSON.stringify(camera())
    const requestHead = [
      'POST /api/v1/gear HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${server.api.key}`,
      'Content-Type: application/json',
    ]
    const busyClients = [await open(server), await open(server)]
    for (const { socket } of busyClients)
      socket.write(`${[...requestHead, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
    await expect.poll(() => server.app.metrics.inFlight()).toBe(2)
    const lateClient = await open(server)
    await expect.poll(() => lateClient.socket.destroyed).toBe(true)
    for (const { socket } of busyClients) socket.write(body.slice(5))
    await expect
      .poll(() => busyClients.map(({ received }) => received().slice(0, 12)))
      .toEqual(['HTTP/1.1 201', 'HTTP/1.1 201'])
    for (const { socket } of busyClients) socket.destroy()
  })

  it('answers a request that arrives together with a connection beyond the limit', async () => {
    await using server = await startLimitedServer({ connections: 2, connectionsPerAddress: 2 })
    await expect.poll(() => openConnections(server)).toBe(0)
    const clients = [await open(server), await open(server)]
    for (let round = 0; round < 20; round++) {
      const [longestIdle, otherClient] = clients.splice(0) as [Client, Client]
      await expect.poll(() => openConnections(server)).toBe(2)
      const lateClient = open(server)
      expect({ round, isAnswered: await isAnswered(longestIdle) }).toEqual({ round, isAnswered: true })
      await expect.poll(() => otherClient.socket.destroyed).toBe(true)
      clients.push(await lateClient, longestIdle)
    }
    for (const { socket } of clients) socket.destroy()
  })

  it('limits the connections of one address, so that others can connect', async () => {
    await using server = await startLimitedServer({ connections: 100, connectionsPerAddress: 3 })
    await expect.poll(() => openConnections(server)).toBe(0)
    const manyClients: Client[] = []
    for (let count = 0; count < 10; count++) manyClients.push(await open(server, '127.0.0.9'))
    const otherClient = await open(server, '127.0.0.10')
    await expect
      .poll(() => ({
        manyClientCount: manyClients.filter(({ socket }) => !socket.destroyed).length,
        openConnections: openConnections(server),
      }))
      .toEqual({ manyClientCount: 3, openConnections: 4 })
    expect(await Promise.all([isAnswered(otherClient), isAnswered(manyClients.at(-1) as Client)])).toEqual([true, true])
    for (const { socket } of [...manyClients, otherClient]) socket.destroy()
    await expect.poll(() => openConnections(server)).toBe(0)
  })

  it('lets a trusted proxy use the whole limit', async () => {
    await using server = await startLimitedServer({
      connections: 100,
      connectionsPerAddress: 3,
      trustedProxies: ['127.0.0.9'],
    })
    await expect.poll(() => openConnections(server)).toBe(0)
    const manyClients: Client[] = []
    for (let count = 0; count < 10; count++) manyClients.push(await open(server, '127.0.0.9'))
    await expect.poll(() => openConnections(server)).toBe(10)
    for (const { socket } of manyClients) socket.destroy()
  })
})

describe('a request to upgrade the protocol', () => {
  it.each(['websocket', 'h2c', 'TLS/1.0', 'anything'])(
    'is answered as if it had no Upgrade header: %s',
    async (protocol) => {
      await using server = await startLimitedServer(NO_TIME_LIMITS)
      const item = await server.api.createItem()
      const body = JSON.stringify(camera())
      const changes = JSON.stringify({ updates: { notes: 'x' } })
      const request = (method: string, path: string, text: string): string =>
        `${[
          `${method} /api/v1${path} HTTP/1.1`,
          'Host: x',
          `Authorization: Bearer ${server.api.key}`,
          'Connection: Upgrade',
          `Upgrade: ${protocol}`,
          ...(text === '' ? [] : ['Content-Type: application/json', `Content-Length: ${text.length}`]),
        ].join('\r\n')}\r\n\r\n${text}`
      const nextRequest = 'GET /api/v1/gear HTTP/1.1\r\nHost: x\r\n\r\n'
      for (const [sentRequest, status] of [
        [request('POST', '/gear', body), 201],
        [request('PATCH', `/gear/${item.id}`, changes), 200],
        [request('DELETE', `/gear/${item.id}`, ''), 200],
        [request('GET', '/gear', ''), 200],
      ] as const) {
        // The server ignores everything after such a request and answers with `Connection: close`.
        const replies = await sendRaw(server.url, [sentRequest + nextRequest])
        expect(
          replies.map((reply) => ({ status: reply.status, connection: reply.headers['connection'] })),
          sentRequest.slice(0, 12),
        ).toEqual([{ status, connection: 'close' }])
      }
      const chunked = `${
        request('POST', '/gear', body)
          .replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
          .split('\r\n\r\n')[0]
      }\r\n\r\n`
      const replies = await sendRaw(server.url, [
        `${chunked}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
        HEALTH,
      ])
      expect(replies.map(({ status }) => status)).toEqual([201])
    },
  )
})
