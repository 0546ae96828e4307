import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../../server/db/migrations/index.ts'
import { createAccount, createAccountByCommand } from '../../support/account.ts'
import { camera, createApi, type Api } from '../../support/api.ts'
import { runSql } from '../../support/database.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { startServer, createDataFolder, type ChildServer } from '../../support/server.ts'
import { onPostgres, sqliteOnly } from '../../support/testDatabase.ts'
import { parseReplies, sendRaw } from '../../support/wire.ts'
import type { RawReply } from '../../support/checks.ts'
import { pause, until } from '../../support/wait.ts'

const body = JSON.stringify(camera({ model: 'Half received' }))
const requestHead = (api: Api): string =>
  `POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`

const waitForLog = (server: ChildServer, message: string): Promise<Record<string, unknown>> =>
  until(`the log says: ${message}`, () => server.log.find((entry) => entry['msg'] === message))

/**
 * Sends a whole request and half the head of another at once, so that the answer to the first shows that the half has arrived.
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

describe('another process that writes the same database', () => {
  it('has its changes in the answer to the next request, despite caches', async () => {
    using folder = createDataFolder()
    await using firstServer = await startServer(folder.dataDir)
    await using secondServer = await startServer(folder.dataDir)
    const { api_key: key } = await createAccount(folder.dataDir, 'Both')
    const [firstApi, secondApi] = [createApi(firstServer.url, key), createApi(secondServer.url, key)]
    for (let count = 0; count < 30; count++) {
      const item = await (count % 2 === 0 ? firstApi : secondApi).createItem({ model: `${count}` })
      for (const api of [secondApi, firstApi, secondApi]) {
        const reply = await api.get('/gear?limit=1')
        expect({ id: reply.items()[0]?.id, total: reply.pagination().total }).toEqual({ id: item.id, total: count + 1 })
      }
      const { etag = '' } = (await firstApi.get('/gear')).headers
      await secondApi.patch(`/gear/${item.id}`, { updates: { notes: 'there' } })
      expect((await firstApi.get('/gear', { 'if-none-match': etag })).status).toBe(200)
      expect((await firstApi.get(`/gear/${item.id}`)).item()['notes']).toBe('there')
    }
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? firstApi : secondApi).createItem({ model: `at once ${index}` }),
      ),
    )
    expect((await firstApi.get('/gear')).pagination().total).toBe(70)
    await Promise.all([firstServer.stop(), secondServer.stop()])
    await checkInvariants(folder.databaseFile)
  })
})

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0
if (!canLimit) console.log('Skipped: a full disk needs Linux with prlimit.')

describe.skipIf(!canLimit || onPostgres)(`a full disk${sqliteOnly}`, () => {
  const limit = (server: ChildServer, bytes: string): void => {
    const prlimitRun = spawnSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:`])
    if (prlimitRun.status !== 0) throw new Error(prlimitRun.stderr.toString())
  }

  it('fails writes with 503, loses no acknowledged one, and allows writes again once there is space', async () => {
    using folder = createDataFolder()
    await using server = await startServer(folder.dataDir)
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Full')).api_key)
    const itemBefore = await api.createItem()
    limit(server, '300000')
    const madeIds: string[] = [itemBefore.id]
    const refusedCodes: string[] = []
    for (let round = 0; round < 20; round++) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => api.post('/gear', camera({ notes: 'n'.repeat(2000) }))),
      )
      for (const reply of replies) {
        if (reply.status === 201) madeIds.push(reply.item().id)
        else refusedCodes.push(`${reply.status} ${reply.problem().code}`)
      }
    }
    expect(new Set(refusedCodes)).toEqual(new Set(['503 overloaded']))
    expect((await api.get(`/gear/${itemBefore.id}`)).item()).toEqual(itemBefore)
    expect((await api.get('/gear?limit=1')).pagination().total).toBe(madeIds.length)
    expect((await api.get('//healthz')).status).toBe(200)
    limit(server, 'unlimited')
    const replyAfter = await until('a write is accepted', async () => {
      const reply = await api.post('/gear', camera())
      return reply.status === 201 && reply
    })
    madeIds.push(replyAfter.item().id)
    await server.stop()
    const storedRows = await runSql<{ id: string }>(folder.databaseFile, 'select id from gear order by id')
    expect(storedRows.map((row) => row.id)).toEqual(madeIds.toSorted())
    await checkInvariants(folder.databaseFile)
  })
})

describe('a database that several processes open for the first time', () => {
  it('is created once', async () => {
    using folder = createDataFolder()
    const startedServers = await Promise.all(Array.from({ length: 4 }, () => startServer(folder.dataDir)))
    const accounts = await Promise.all(['A', 'B', 'C'].map((name) => createAccountByCommand(folder.dataDir, name)))
    expect(new Set(accounts.map((account) => account.account_id)).size).toBe(3)
    await Promise.all(startedServers.map((server) => server.stop()))
    expect(await runSql(folder.databaseFile, 'select name from migration order by name')).toEqual(
      migrations.map(({ name }) => ({ name })),
    )
  })
})
