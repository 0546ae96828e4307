import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addKey, createAccount, type TestAccount } from '../support/account.ts'
import { camera, createApi, type Api, type Reply } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { until } from '../support/wait.ts'
import { waitUntilAudited } from '../support/audited.ts'

/** The commit in the client's message of the simple query protocol. */
const COMMIT = Buffer.from('commit\0')
const COMMIT_REPLY = Buffer.from('COMMIT\0')

/** A proxy before PostgreSQL that can break the connection at a commit. */
interface Proxy {
  port: number
  /** `before`: PostgreSQL never receives the next commit. `after`: it commits, but its reply is lost. */
  breakAt: 'before' | 'after' | undefined
  /** Only the commit of a connection that has sent this text since it was set is broken; undefined: any. */
  text: string | undefined
  broken: number
  server: Server
}

async function startProxy(target: number): Promise<Proxy> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Proxy = {
    port: (server.address() as AddressInfo).port,
    breakAt: undefined,
    text: undefined,
    broken: 0,
    server,
  }
  server.on('connection', (client: Socket) => {
    const upstream = connect(target, '127.0.0.1')
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    let dropsReplies = false
    let hasText = false
    upstream.on('data', (bytes: Buffer) => {
      if (!dropsReplies) client.write(bytes)
      else if (bytes.includes(COMMIT_REPLY)) end()
    })
    client.on('data', (bytes: Buffer) => {
      hasText = proxy.breakAt !== undefined && (hasText || proxy.text === undefined || bytes.includes(proxy.text))
      if (proxy.breakAt !== undefined && hasText && bytes.includes(COMMIT)) {
        const breakPoint = proxy.breakAt
        proxy.breakAt = undefined
        proxy.broken += 1
        if (breakPoint === 'before') return end()
        dropsReplies = true
      }
      upstream.write(bytes)
    })
  })
  return proxy
}

describe.skipIf(!wantsPostgres)(`a server whose PostgreSQL fails${withoutPostgres}`, () => {
  let postgres: PostgresServer
  let proxy: Proxy
  let folder: DataFolder
  let server: ChildServer
  let account: TestAccount
  let api: Api
  let directUrl: string

  beforeAll(async () => {
    postgres = await startPostgres()
    directUrl = postgres.url
    proxy = await startProxy(Number(new URL(directUrl).port))
    const proxiedUrl = new URL(directUrl)
    proxiedUrl.port = String(proxy.port)
    folder = createDataFolder(proxiedUrl.href)
    server = await startServer(folder.dataDir)
    account = await createAccount(folder.dataDir, 'Outage')
    api = createApi(server.url, account.api_key)
  })
  afterAll(async () => {
    try {
      await server.stop()
      await checkInvariants(directUrl)
    } finally {
      proxy.server.close()
      await postgres.remove()
      folder[Symbol.dispose]()
    }
  })

  const retryUntilStatus = (send: () => Promise<Reply>, expectedStatus: number): Promise<Reply> =>
    until(`the answer is ${expectedStatus}`, async () => {
      const reply = await send()
      if (reply.status === expectedStatus) return reply
      expect(reply.problem().code).toBe('overloaded')
      return undefined
    })

  it('answers 503 while it is down, and recovers automatically', async () => {
    const itemBefore = await api.createItem({ model: 'Before' })
    await postgres.stop()
    for (let count = 0; count < 3; count++) {
      const refusedReplies = await Promise.all([
        api.get('/gear'),
        api.get(`/gear/${itemBefore.id}`),
        api.post('/gear', camera()),
        api.get('/profile'),
      ])
      expect(refusedReplies.map((reply) => [reply.status, reply.problem().code])).toEqual(
        refusedReplies.map(() => [503, 'overloaded']),
      )
      expect((await api.get('//healthz')).status).toBe(200)
    }
    await postgres.start()
    expect((await retryUntilStatus(() => api.get(`/gear/${itemBefore.id}`), 200)).item()).toEqual(itemBefore)
    const replyAfter = await retryUntilStatus(() => api.post('/gear', camera({ model: 'After' })), 201)
    expect((await api.get('/gear?limit=1')).items()).toEqual([replyAfter.item()])
  })

  it('loses no acknowledged write when PostgreSQL crashes in the middle of writes', async () => {
    const madeIds: string[] = []
    const write = async (): Promise<void> => {
      for (;;) {
        const reply = await api.post('/gear', camera({ model: 'Under way' }))
        if (reply.status !== 201) return
        madeIds.push(reply.item().id)
      }
    }
    const writers = Array.from({ length: 8 }, write)
    await until('writes are under way', () => madeIds.length > 100)
    await postgres.stop('immediate')
    await Promise.all(writers)
    await postgres.start()
    await retryUntilStatus(() => api.get('/gear?limit=1'), 200)
    const storedIds = new Set((await runSql<{ id: string }>(directUrl, 'select id from gear')).map((row) => row.id))
    expect(madeIds.length).toBeGreaterThan(0)
    expect(madeIds.filter((id) => !storedIds.has(id))).toEqual([])
  })

  for (const [breakAt, items] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    it(`reports an unconfirmed commit when the connection breaks ${breakAt} it, and a repeat with the key makes one item`, async () => {
      const model = `Broken ${breakAt}`
      const key = { 'idempotency-key': `broken-${breakAt}` }
      const send = (): Promise<Reply> => api.post('/gear', camera({ model }), key)
      await retryUntilStatus(() => api.get('/profile'), 200)
      // Audit rows are committed twice a second, and must not be what breaks.
      Object.assign(proxy, { breakAt, text: model })
      const reply = await send()
      expect(reply).toBeProblem(503, 'overloaded')
      expect(reply.headers['retry-after']).toBe('2')
      expect(reply.problem().detail).toMatch(/may have been made or not.*same Idempotency-Key/)
      expect(await runSql(directUrl, 'select count(*) as n from gear where record like ?', `%${model}%`)).toEqual([
        { n: items },
      ])
      const repeatReply = await retryUntilStatus(send, 201)
      expect(repeatReply.headers['idempotent-replayed']).toBe(items === 1 ? 'true' : undefined)
      expect(await runSql(directUrl, 'select count(*) as n from gear where record like ?', `%${model}%`)).toEqual([
        { n: 1 },
      ])
    })

    it(`writes the audit rows of reads once when the connection breaks ${breakAt} their commit`, async () => {
      const readAudited = async (): Promise<string[]> =>
        (
          await runSql<{ request_id: string }>(
            directUrl,
            'select request_id from audit where account_id = ?',
            account.account_id,
          )
        ).map((row) => row.request_id)
      await waitUntilAudited(api, directUrl)
      const brokenBefore = proxy.broken
      const ids: string[] = []
      await until('the commit of audit rows breaks', async () => {
        const audited = new Set(await readAudited())
        // The rows may be written before the proxy breaks their commit: then those of more reads are.
        if (ids.every((id) => audited.has(id))) {
          // A new key, because from the eleventh refusal in a minute the audit rows of a key are merged.
          const newKeyApi = api.as(await addKey(directUrl, account.account_id))
          // A list also ends its snapshot with a commit. These reads are single statements without one.
          const replies = await Promise.all(Array.from({ length: 5 }, () => newKeyApi.get('/gear/none')))
          Object.assign(proxy, { breakAt, text: undefined })
          ids.push(...replies.map((one) => one.headers['request-id'] ?? ''))
        }
        return proxy.broken > brokenBefore
      })
      await until('the rows are written', async () => {
        const audited = new Set(await readAudited())
        return ids.every((id) => audited.has(id))
      })
      await waitUntilAudited(api, directUrl)
      expect((await readAudited()).filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted())
    })
  }

  it('logs no password', () => {
    const log = JSON.stringify(server.log)
    expect(log).toContain('listening')
    expect(log).toContain('the database failed')
    expect(log).not.toContain('pass-word-unseen')
  })

  it('does not start without its database, and reports why without the password', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const unreachableUrl = `postgres://kitroom:pass-word-unseen@${host}:1/kitroom`
      using newFolder = createDataFolder(unreachableUrl)
      const startError = await startServer(newFolder.dataDir, { env: { KITROOM_DATABASE_URL: unreachableUrl } }).then(
        () => '',
        (error: Error) => error.message,
      )
      expect(startError).toMatch(/The database cannot be reached.*ECONNREFUSED.*KITROOM_DATABASE_URL/)
      expect(startError).not.toContain('pass-word-unseen')
    }
  })
})
