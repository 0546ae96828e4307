import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../support/account.ts'
import { createApi } from '../../support/api.ts'
import { runSql } from '../../support/database.ts'
import { NO_TIME_LIMITS, startLimitedServer } from '../../support/limitedServer.ts'
import { startServer, createDataFolder } from '../../support/server.ts'
import { parseReplies, sendRaw } from '../../support/wire.ts'
import { block, startBlockedClient } from './blockedLoop.ts'
import { get, open, post, waitForClose } from '../api/rawRequests.ts'
import { pause, startTimer, until, withLongerLimits } from '../../support/wait.ts'

describe('SIGTERM', () => {
  it('with a drain delay fails /readyz immediately and accepts requests until the delay ends', async () => {
    using folder = createDataFolder()
    const { api_key: key } = await createAccount(folder.dataDir, 'Delay')
    await withLongerLimits(1250, async (delayMs) => {
      const server = await startServer(folder.dataDir, { env: { KITROOM_DRAIN_DELAY_MS: String(delayMs) } })
      const ask = (path: string) =>
        sendRaw(server.url, [get(path, key)], 1).then(([reply]) => [reply?.status, reply?.headers['connection']])
      expect((await createApi(server.url, key).get('//readyz')).status).toBe(200)
      const hasDelayEnded = startTimer(delayMs)
      process.kill(server.pid, 'SIGTERM')
      const outcome = await until('/readyz answers 503', async () => (await ask('/readyz'))[0] === 503)
        .then(() => Promise.all(['/readyz', '/healthz', '/api/v1/gear'].map(ask)))
        .catch((error: Error) => error.message)
      const isTooLate = hasDelayEnded()
      expect(await server.exited).toBe(0)
      await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED')
      if (isTooLate) return undefined
      expect(outcome).toEqual([
        [503, 'close'],
        [200, 'close'],
        [200, 'close'],
      ])
      return outcome
    })
  })
})

describe('draining', () => {
  it('does not wait for silent or idle connections', async () => {
    await using server = await startLimitedServer({ ...NO_TIME_LIMITS, drainDeadlineMs: NO_TIME_LIMITS.requestMs })
    const silentSocket = await open(server.url)
    const idleSocket = await open(server.url)
    idleSocket.write(get('/healthz', 'x'))
    await once(idleSocket, 'data')
    await Promise.all([server.stop(), waitForClose(silentSocket), waitForClose(idleSocket)])
    expect({ silent: silentSocket.destroyed, idle: idleSocket.destroyed }).toEqual({ silent: true, idle: true })
  })

  it('answers requests that arrived while the event loop was blocked', async () => {
    await using server = await startLimitedServer({})
    const client = await startBlockedClient(server)
    const serverStop = server.stop()
    await pause(20, 'the server drains before the requests arrive')
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
    await pause(100, 'a client that reads late')
    const serverStop = server.stop()
    await pause(400, 'a client that reads late')
    socket.on('data', (bytes: Buffer) => chunks.push(bytes))
    await waitForClose(socket)
    const [reply] = parseReplies(Buffer.concat(chunks))
    expect(reply?.status).toBe(200)
    expect(Buffer.byteLength(reply?.text ?? '')).toBe(Number(reply?.headers['content-length']))
    expect(Number(reply?.headers['content-length'])).toBeGreaterThan(4_000_000)
    await serverStop
  })

  it('cuts unfinished requests at the deadline, and audits them', async () => {
    await using server = await startLimitedServer({ ...NO_TIME_LIMITS, drainDeadlineMs: 900 })
    const socket = await open(server.url)
    socket.on('error', () => undefined)
    socket.write(post(server.api.key).slice(0, -20))
    await until('the request is in progress', () => server.app.metrics.inFlight() === 1)
    const isDeadlineNear = startTimer(800)
    await Promise.all([server.stop(), waitForClose(socket)])
    expect(isDeadlineNear()).toBe(true)
    expect(await runSql(server.databaseFile, 'select method, status from audit')).toEqual([
      { method: 'POST', status: 400 },
    ])
  })
})
