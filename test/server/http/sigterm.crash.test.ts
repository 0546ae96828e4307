import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../support/account.ts'
import { camera, createApi, type Api } from '../../support/api.ts'
import type { RawReply } from '../../support/checks.ts'
import { runSql } from '../../support/database.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { startServer, createDataFolder, type ChildServer } from '../../support/server.ts'
import { pause, until } from '../../support/wait.ts'
import { parseReplies, sendRaw } from '../../support/wire.ts'

const body = JSON.stringify(camera({ model: 'Half received' }))
const requestHead = (api: Api): string =>
  `POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`

const waitForLog = (server: ChildServer, message: string): Promise<Record<string, unknown>> =>
  until(`the log says: ${message}`, () => server.log.find((entry) => entry['msg'] === message))

/**
 * Sends a whole request and half the head of another at once, so that the answer to the first shows that the half has
 * arrived.
 * @returns sends the rest and waits for the answer to it
 */
async function openHalf(url: string, path: string): Promise<() => Promise<RawReply | undefined>> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'connect')
  socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET ${path} HTTP/1.1\r\nHost: x\r\n`)
  await until('the first request is answered', () => parseReplies(Buffer.concat(chunks)).length === 1)
  return async () => {
    const closed = once(socket, 'close')
    socket.write('\r\n')
    await closed
    return parseReplies(Buffer.concat(chunks))[1]
  }
}

const isRefused = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), new URL(url).hostname)
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })

describe('SIGTERM', () => {
  it('finishes a half-received request, refuses later ones, and exits with 0', async () => {
    using folder = createDataFolder()
    await using server = await startServer(folder.dataDir)
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Drain')).api_key)
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'connect')
    socket.write(requestHead(api) + body.slice(0, 10))
    await api.get('/gear')
    process.kill(server.pid, 'SIGTERM')
    await waitForLog(server, 'draining')
    // npm sends a second signal, which has no effect.
    await pause(100, 'npm sends it a little later')
    process.kill(server.pid, 'SIGTERM')
    const nextRequest = 'GET /api/v1/gear HTTP/1.1\r\nHost: x\r\n\r\n'
    socket.write(body.slice(10) + nextRequest)
    await once(socket, 'close')
    const [createdReply, ...rest] = parseReplies(Buffer.concat(chunks))
    expect({ status: createdReply?.status, connection: createdReply?.headers['connection'] }).toEqual({
      status: 201,
      connection: 'close',
    })
    expect(rest.map((reply) => reply.status).filter((status) => status !== 503)).toEqual([])
    expect(await server.exited).toBe(0)
    await expect(sendRaw(server.url, [nextRequest], 1)).rejects.toThrow('ECONNREFUSED')
    expect(await runSql(folder.databaseFile, 'select status from gear')).toEqual([{ status: 'available' }])
    await checkInvariants(folder.databaseFile)
  })

  it('answers 503 to a request whose head was half received', async () => {
    using folder = createDataFolder()
    await using server = await startServer(folder.dataDir)
    expect((await createApi(server.url, undefined).get('//readyz')).status).toBe(200)
    const halves = await Promise.all(['/api/v1/gear', '/readyz', '/healthz'].map((path) => openHalf(server.url, path)))
    process.kill(server.pid, 'SIGTERM')
    await until('the server takes no new connections', () => isRefused(server.url))
    const codes = halves.map(async (sendRest) => {
      const reply = await sendRest()
      return [reply?.status, (JSON.parse(reply?.text ?? '{}') as { code?: string }).code, reply?.headers['connection']]
    })
    const refusedOutcome = [503, 'shutting_down', 'close']
    expect(await Promise.all(codes)).toEqual([refusedOutcome, refusedOutcome, [200, undefined, 'close']])
    expect(await server.exited).toBe(0)
  })

  it('writes the audit rows of the last reads', async () => {
    using folder = createDataFolder()
    const server = await startServer(folder.dataDir)
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Drain')).api_key)
    for (let count = 0; count < 20; count++) await api.get('/gear')
    await server.stop()
    expect(await runSql(folder.databaseFile, 'select count(*) as n from audit')).toEqual([{ n: 20 }])
    await checkInvariants(folder.databaseFile)
  })
})
