import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { MAX_BODY_BYTES } from '../../../server/http/body.ts'
import { defaultHttpLimits, type HttpLimits } from '../../../server/http/listener.ts'
import { MAX_HEADER_BYTES } from '../../../platform/http/listener.ts'
import { runSql } from '../../support/database.ts'
import { NO_TIME_LIMITS, startLimitedServer, type LimitedServer } from '../../support/limitedServer.ts'
import { parseReplies } from '../../support/wire.ts'
import { startBlockedClient } from './blockedLoop.ts'
import { startTimer, until } from '../../support/wait.ts'

/** How much earlier than its limit Node may end a connection. */
const MARGIN_MS = 100
/** Node adds a second to the keep-alive timeout. */
const KEEP_ALIVE_MARGIN_MS = 1000

const servers = new Map<string, LimitedServer>()

/**
 * A server that has only these time limits, so that one of them ends the connection. In production they are ten seconds
 * or more.
 */
async function limitedTo(limits: Partial<HttpLimits>): Promise<LimitedServer> {
  const name = JSON.stringify(limits)
  const server = servers.get(name) ?? (await startLimitedServer({ ...NO_TIME_LIMITS, ...limits, checkEveryMs: 50 }))
  servers.set(name, server)
  return server
}

afterAll(async () => {
  for (const server of servers.values()) await server[Symbol.asyncDispose]()
})

interface Outcome {
  statuses: number[]
  /** True when the server closed the connection before its time limit. */
  early: boolean
}

async function open(server: LimitedServer): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

interface Slowness {
  first?: string
  next?: string
  limitMs: number
}

/** Sends `first`, then `next` at intervals, until the server closes the connection. */
async function sendSlowly(server: LimitedServer, { first = '', next = '', limitMs }: Slowness): Promise<Outcome> {
  const isLimitNear = startTimer(limitMs - MARGIN_MS)
  const socket = await open(server)
  const chunks: Buffer[] = []
  socket.on('data', (bytes: Buffer) => chunks.push(bytes))
  if (first !== '') socket.write(first)
  const timer = setInterval(() => socket.write(next), 100)
  if (next === '') clearInterval(timer)
  await once(socket, 'close')
  clearInterval(timer)
  return { statuses: parseReplies(Buffer.concat(chunks)).map((reply) => reply.status), early: !isLimitNear() }
}

/** Waits until no connection is open: those of earlier requests stay open for a while. */
const untilDisconnected = (server: LimitedServer): Promise<unknown> =>
  until('no connection is open', () => server.app.metrics.connections() === 0)

/**
 * Fills the inventory.
 * @returns a request of an answer of 8 MB, more than the system keeps for a client that does not read
 */
async function prepareLargeAnswer(server: LimitedServer): Promise<string> {
  for (let count = 0; count < 200; count++) await server.api.createItem({ notes: '📷'.repeat(10_000) })
  return `GET /api/v1/gear?limit=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.api.key}\r\n\r\n`
}

const postHead = (server: LimitedServer, ...lines: string[]): string =>
  `${['POST /api/v1/gear HTTP/1.1', 'Host: x', `Authorization: Bearer ${server.api.key}`, 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`

const headersMs = 500
const requestMs = 900
const silenceMs = 1200

describe('a slow client', () => {
  it('gets 408 when it sends nothing', async () => {
    expect(await sendSlowly(await limitedTo({ headersMs }), { limitMs: headersMs })).toEqual({
      statuses: [408],
      early: false,
    })
  })

  it('gets 408 when it sends its headers too slowly', async () => {
    const slowness = { first: 'GET / HTTP/1.1\r\n', next: 'X: a\r\n', limitMs: headersMs }
    expect(await sendSlowly(await limitedTo({ headersMs }), slowness)).toEqual({ statuses: [408], early: false })
  })

  it('gets 408 when it sends its body too slowly, which the audit log records', async () => {
    // Node refuses a longer limit for the headers than for the whole request.
    const server = await limitedTo({ headersMs: requestMs, requestMs })
    const countAudited = async (): Promise<number> => {
      const [row] = await runSql<{ n: number | string }>(
        server.databaseFile,
        "select count(*) as n from audit where status = 408 and method = 'POST'",
      )
      return Number(row?.n)
    }
    const countBefore = await countAudited()
    const bodies = [
      { first: postHead(server, 'Content-Length: 1000'), next: ' ', limitMs: requestMs },
      { first: postHead(server, 'Transfer-Encoding: chunked'), next: '1\r\n \r\n', limitMs: requestMs },
    ]
    for (const body of bodies) expect(await sendSlowly(server, body)).toEqual({ statuses: [408], early: false })
    await until('both are audited', async () => (await countAudited()) - countBefore === 2)
  })

  it('is disconnected when it slowly sends the body of a refused request', async () => {
    const first = 'POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n'
    const server = await limitedTo({ headersMs: requestMs, requestMs })
    expect(await sendSlowly(server, { first, next: ' ', limitMs: requestMs })).toEqual({
      statuses: [401],
      early: false,
    })
  })

  it('is disconnected without an answer when it is idle between requests', async () => {
    const [keepAliveMs, first] = [700, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n']
    const outcome = await sendSlowly(await limitedTo({ keepAliveMs }), {
      first,
      limitMs: keepAliveMs + KEEP_ALIVE_MARGIN_MS,
    })
    expect(outcome).toEqual({ statuses: [200], early: false })
  })

  it('is disconnected when it never reads its answer', async () => {
    const server = await limitedTo({ keepAliveMs: 100, silenceMs })
    const largeRequest = await prepareLargeAnswer(server)
    await untilDisconnected(server)
    const isLimitNear = startTimer(silenceMs - MARGIN_MS)
    const socket = await open(server)
    socket.pause()
    socket.write(largeRequest)
    await until('the server has accepted it', () => server.app.metrics.connections() === 1)
    await untilDisconnected(server)
    expect(isLimitNear()).toBe(true)
    socket.destroy()
  })

  it('is disconnected when it reads its answer too slowly, even without pauses', async () => {
    const answerMs = 1000
    const server = await limitedTo({ keepAliveMs: 100, answerMs })
    const largeRequest = await prepareLargeAnswer(server)
    await untilDisconnected(server)
    const isLimitNear = startTimer(answerMs - MARGIN_MS)
    const socket = await open(server)
    let bytes = 0
    socket.write(largeRequest)
    const reader = setInterval(() => {
      bytes += (socket.read(16 * 1024) as Buffer | null)?.length ?? 0
    }, 50)
    await until('the server has accepted it', () => server.app.metrics.connections() === 1)
    await untilDisconnected(server)
    clearInterval(reader)
    socket.destroy()
    expect(isLimitNear()).toBe(true)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(4_000_000)
  })

  it('has one request in progress at a time when it sends a thousand and reads no answer', async () => {
    const server = await limitedTo({})
    const largeRequest = await prepareLargeAnswer(server)
    const socket = await open(server)
    for (let count = 0; count < 1000; count++) socket.write(largeRequest)
    // The first answer has begun. Nothing but this event reads it.
    await once(socket, 'readable')
    // Requests that arrive later are answered meanwhile, so the server has had its turns to begin more.
    for (let count = 0; count < 20; count++) {
      expect((await server.api.get('/gear?limit=1')).status).toBe(200)
      expect(server.app.metrics.inFlight()).toBeLessThanOrEqual(1)
    }
    socket.destroy()
    expect((await server.api.get('/gear?limit=1')).status).toBe(200)
  })
})

describe('a client of a busy server', () => {
  it('is answered when its requests arrive in time and are read after the time limits', async () => {
    const limits = {
      headersMs: 500,
      requestMs: 900,
      silenceMs: 1200,
      keepAliveMs: 700,
      answerMs: 1000,
      checkEveryMs: 50,
    }
    await using server = await startLimitedServer(limits)
    const client = await startBlockedClient(server)
    // Longer than the time limits of headers and of idle connections.
    await client.sendWhileBlocked(5, limits.keepAliveMs + KEEP_ALIVE_MARGIN_MS + 300)
    expect(await client.answers).toEqual(Array.from({ length: 7 }, () => ({ status: 200 })))
  })
})

describe('docs/hardening.md', () => {
  const rows = readFileSync(new URL('../../../docs/hardening.md', import.meta.url), 'utf8').split('\n')
  it.each([
    ['time for the headers', `${defaultHttpLimits.headersMs / 1000} s`],
    ['time for the whole request', `${defaultHttpLimits.requestMs / 1000} s`],
    ['silence while', `${defaultHttpLimits.silenceMs / 1000} s`],
    ['time to read an answer', `${defaultHttpLimits.answerMs / 1000} s`],
    ['between requests', `${defaultHttpLimits.keepAliveMs / 1000} s`],
    ['connections  ', defaultHttpLimits.connections.toLocaleString('en')],
    ['connections of one address', String(defaultHttpLimits.connectionsPerAddress)],
    ['body', `${MAX_BODY_BYTES / 1024} KiB`],
    ['request line and headers', `${MAX_HEADER_BYTES / 1024} KiB`],
  ])('states the limits in force: %s is %s', (limitName, limit) => {
    const row = rows.find((line) => line.startsWith(`| ${limitName}`))
    expect(row?.split('|')[2]?.trim()).toBe(limit)
  })
})

describe('connections beyond the limit', () => {
  it('are closed and counted, and the others stay open', async () => {
    await using smallServer = await startLimitedServer({ ...NO_TIME_LIMITS, connections: 10 })
    const { hostname, port } = new URL(smallServer.url)
    await untilDisconnected(smallServer)
    let closedCount = 0
    const sockets = Array.from({ length: 15 }, () =>
      connect(Number(port), hostname).on('close', () => (closedCount += 1)),
    )
    for (const socket of sockets) socket.on('error', () => undefined)
    await expect
      .poll(() => ({
        closedCount,
        droppedConnections: smallServer.app.metrics.droppedConnections(),
        connections: smallServer.app.metrics.connections(),
      }))
      .toEqual({ closedCount: 5, droppedConnections: 5, connections: 10 })
    const openSocket = sockets.find((socket) => !socket.destroyed)
    openSocket?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = (await once(openSocket as Socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('HTTP/1.1 200')
    for (const socket of sockets) socket.destroy()
    await untilDisconnected(smallServer)
    expect((await smallServer.api.get('/gear')).status).toBe(200)
  })
})
