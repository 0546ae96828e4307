import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../support/account.ts'
import { createApi } from '../../support/api.ts'
import { runSql } from '../../support/database.ts'
import { startLimitedServer } from '../../support/limitedServer.ts'
import { defaultHttpLimits } from '../../../server/http/listener.ts'
import { startServer, createDataFolder } from '../../support/server.ts'
import { parseReplies, sendRaw } from '../../support/wire.ts'
import { block, startBlockedClient } from './blockedLoop.ts'
import { get, open, post, waitForClose } from '../api/rawRequests.ts'

describe('SIGTERM', () => {
  it('with a drain delay fails /readyz immediately and accepts requests until the delay ends', async () => {
    using folder = createDataFolder()
    const server = await startServer(folder.dataDir, { env: { KITROOM_DRAIN_DELAY_MS: '5000' } })
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Delay')).api_key)
    expect((await api.get('//readyz')).status).toBe(200)
    process.kill(server.pid, 'SIGTERM')
    await expect.poll(() => sendRaw(server.url, [get('/readyz', 'x')], 1).then(([reply]) => reply?.status), { interval: 20, timeout: 2500 }).toBe(503)
    const replies = await Promise.all(['/readyz', '/healthz', '/api/v1/gear'].map((path) => sendRaw(server.url, [get(path, api.key)])))
    expect(replies.map(([reply]) => [reply?.status, reply?.headers['connection']])).toEqual([
      [503, 'close'],
      [200, 'close'],
      [200, 'close'],
    ])
    expect(await server.exited).toBe(0)
    await expect(sendRaw(server.url, [get('/healthz', 'x')], 1)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('draining', () => {
  it('does not wait for silent or idle connections', async () => {
    await using server = await startLimitedServer({})
    const silentSocket = await open(server.url)
    const idleSocket = await open(server.url)
    idleSocket.write(get('/healthz', 'x'))
    await once(idleSocket, 'data')
    const startedAtMs = performance.now()
    await Promise.all([server.stop(), waitForClose(silentSocket), waitForClose(idleSocket)])
    expect(performance.now() - startedAtMs, 'before the deadline of ten seconds cuts them').toBeLessThan(8000)
  })

  it('answers requests that arrived while the event loop was blocked', async () => {
    await using server = await startLimitedServer({})
    const client = await startBlockedClient(server)
    const serverStop = server.stop()
    await wait(20)
    await client.sendWhileBlocked(0)
    expect(await client.answers).toEqual([{ status: 200 }, { status: 200 }])
    await serverStop
  })

  it('answers connections that were opened while the event loop was blocked', async () => {
    await using server = await startLimitedServer({})
    const client = await startBlockedClient(server)
    await client.sendWhileBlocked(30)
    await server.stop()
    expect(await client.answers).toEqual(Array.from({ length: 32 }, () => ({ status: 200 })))
  })

  it('answers connections that were opened before, however slowly the event loop accepts them', async () => {
    await using server = await startLimitedServer({})
    const client = await startBlockedClient(server)
    await client.sendWhileBlocked(30)
    const slowAccept = (): void => block(50)
    subscribe('net.server.socket', slowAccept)
    await server.stop()
    unsubscribe('net.server.socket', slowAccept)
    expect(await client.answers).toEqual(Array.from({ length: 32 }, () => ({ status: 200 })))
  })

  it('lets a client finish reading an answer that began before', async () => {
    await using server = await startLimitedServer({})
    for (let count = 0; count < 100; count++) await server.api.createItem({ notes: '📷'.repeat(10_000) })
    const socket = await open(server.url)
    const chunks: Buffer[] = []
    socket.write(get('/api/v1/gear?limit=100', server.api.key))
    await once(socket, 'readable')
    await wait(100)
    const serverStop = server.stop()
    await wait(400)
    socket.on('data', (bytes: Buffer) => chunks.push(bytes))
    await waitForClose(socket)
    const [reply] = parseReplies(Buffer.concat(chunks))
    expect(reply?.status).toBe(200)
    expect(Buffer.byteLength(reply?.text ?? '')).toBe(Number(reply?.headers['content-length']))
    expect(Number(reply?.headers['content-length'])).toBeGreaterThan(4_000_000)
    await serverStop
  })

  it('cuts unfinished requests at the deadline, and audits them', async () => {
    await using server = await startLimitedServer({ drainDeadlineMs: 900 })
    const socket = await open(server.url)
    socket.on('error', () => undefined)
    socket.write(post(server.api.key).slice(0, -20))
    await wait(50)
    const startedAtMs = performance.now()
    await Promise.all([server.stop(), waitForClose(socket)])
    const tookMs = performance.now() - startedAtMs
    expect(tookMs).toBeGreaterThan(800)
    expect(tookMs, 'before the client is cut off for its silence').toBeLessThan(defaultHttpLimits.silenceMs / 2)
    expect(await runSql(server.databaseFile, 'select method, status from audit')).toEqual([{ method: 'POST', status: 400 }])
  })
})
