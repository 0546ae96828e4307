import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addKey, createAccount, type TestAccount } from '../support/account.ts'
import { camera, createApi, type Api, type Reply } from '../support/api.ts'
import { sqlOn } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { startServer, tempFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'

const RECOVERS_WITHIN_MS = 20_000
/** Begins the message in which a client asks for a commit: the simple query protocol. */
const COMMIT = Buffer.from('commit\0')
/** In what PostgreSQL answers when it is done. */
const COMMITTED = Buffer.from('COMMIT\0')

/** Stands between the server and PostgreSQL, and breaks the connection at a commit when it is told to. */
interface Proxy {
  port: number
  /** `before`: PostgreSQL never gets the next commit. `after`: it does, but nobody hears of it. */
  breakAt: 'before' | 'after' | undefined
  broken: number
  server: Server
}

async function startProxy(target: number): Promise<Proxy> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Proxy = { port: (server.address() as AddressInfo).port, breakAt: undefined, broken: 0, server }
  server.on('connection', (client: Socket) => {
    const upstream = connect(target, '127.0.0.1')
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    let deaf = false
    upstream.on('data', (bytes: Buffer) => {
      if (!deaf) client.write(bytes)
      else if (bytes.includes(COMMITTED)) end()
    })
    client.on('data', (bytes: Buffer) => {
      if (proxy.breakAt !== undefined && bytes.includes(COMMIT)) {
        const how = proxy.breakAt
        proxy.breakAt = undefined
        proxy.broken += 1
        if (how === 'before') return end()
        deaf = true
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
  let direct: string

  beforeAll(async () => {
    postgres = await startPostgres()
    direct = postgres.url
    proxy = await startProxy(Number(new URL(direct).port))
    const through = new URL(direct)
    through.port = String(proxy.port)
    folder = tempFolder(through.href)
    server = await startServer(folder.dataDir)
    account = await createAccount(folder.dataDir, 'Outage')
    api = createApi(server.url, account.api_key)
  })
  afterAll(async () => {
    try {
      await server.stop()
      await checkInvariants(direct)
    } finally {
      proxy.server.close()
      await postgres.remove()
      folder[Symbol.dispose]()
    }
  })

  const untilTaken = async (send: () => Promise<Reply>, wanted: number): Promise<Reply> => {
    const giveUpAtMs = Date.now() + RECOVERS_WITHIN_MS
    for (;;) {
      const reply = await send()
      if (reply.status === wanted) return reply
      // The end of a connection that broke may not have come to PostgreSQL yet: its transaction then still holds the key.
      expect(['overloaded', 'idempotency_in_progress']).toContain(reply.problem().code)
      if (Date.now() > giveUpAtMs) throw new Error(`still ${reply.text}`)
      await sleep(100)
    }
  }

  it('answers 503 while it is away, and works again by itself when it is back', async () => {
    const before = await api.make({ model: 'Before' })
    await postgres.stop()
    for (let count = 0; count < 3; count++) {
      const refused = await Promise.all([api.get('/gear'), api.get(`/gear/${before.id}`), api.post('/gear', camera()), api.get('/profile')])
      expect(refused.map((reply) => [reply.status, reply.problem().code])).toEqual(refused.map(() => [503, 'overloaded']))
      expect((await api.get('//healthz')).status).toBe(200)
    }
    await postgres.start()
    expect((await untilTaken(() => api.get(`/gear/${before.id}`), 200)).item()).toEqual(before)
    const after = await untilTaken(() => api.post('/gear', camera({ model: 'After' })), 201)
    expect((await api.get('/gear?limit=1')).items()).toEqual([after.item()])
  })

  it('keeps what it has acknowledged when PostgreSQL is cut off in the middle of writes', async () => {
    const made: string[] = []
    const write = async (): Promise<void> => {
      for (let count = 0; count < 400; count++) {
        const reply = await api.post('/gear', camera({ model: 'Under way' }))
        if (reply.status !== 201) return
        made.push(reply.item().id)
      }
    }
    const writers = Array.from({ length: 8 }, write)
    await sleep(300)
    await postgres.stop('immediate')
    await Promise.all(writers)
    await postgres.start()
    await untilTaken(() => api.get('/gear?limit=1'), 200)
    const stored = new Set((await sqlOn<{ id: string }>(direct, 'select id from gear')).map((row) => row.id))
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter((id) => !stored.has(id))).toEqual([])
  })

  for (const [breakAt, items] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    it(`says that it does not know when the connection breaks ${breakAt} a commit, and a repeat with the key makes one item`, async () => {
      const model = `Broken ${breakAt}`
      const key = { 'idempotency-key': `broken-${breakAt}` }
      const send = (): Promise<Reply> => api.post('/gear', camera({ model }), key)
      await untilTaken(() => api.get('/profile'), 200)
      // Audit rows commit twice a second: the break is for the write.
      await sleep(700)
      proxy.breakAt = breakAt
      const reply = await send()
      expect([reply.status, reply.problem().code, reply.headers['retry-after']]).toEqual([503, 'overloaded', '2'])
      expect(reply.problem().detail).toMatch(/may have been made or not.*same Idempotency-Key/)
      expect(await sqlOn(direct, 'select count(*) as n from gear where record like ?', `%${model}%`)).toEqual([{ n: items }])
      const again = await untilTaken(send, 201)
      expect(again.headers['idempotent-replayed']).toBe(items === 1 ? 'true' : undefined)
      expect(await sqlOn(direct, 'select count(*) as n from gear where record like ?', `%${model}%`)).toEqual([{ n: 1 }])
    })

    it(`writes the audit rows of reads once when the connection breaks ${breakAt} their commit`, async () => {
      // Of more than ten refusals a minute a key has no row for each: this one has none yet.
      const fresh = api.as(await addKey(direct, account.account_id))
      await sleep(1200)
      const broken = proxy.broken
      // A list asks for its end of the snapshot by a commit too: what is read here is one statement each.
      const replies = await Promise.all(Array.from({ length: 5 }, () => fresh.get('/gear/none')))
      proxy.breakAt = breakAt
      while (proxy.broken === broken) await sleep(20)
      await sleep(1500)
      const ids = replies.map((one) => one.headers['request-id'] ?? '')
      const rows = await sqlOn<{ request_id: string }>(direct, 'select request_id from audit where account_id = ?', account.account_id)
      expect(
        rows
          .map((row) => row.request_id)
          .filter((id) => ids.includes(id))
          .toSorted(),
      ).toEqual(ids.toSorted())
    })
  }

  it('has logged no password', () => {
    const log = JSON.stringify(server.log)
    expect(log).toContain('listening')
    expect(log).toContain('the database failed')
    expect(log).not.toContain('pass-word-unseen')
  })

  it('does not start without its database, and says why without the password', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const nowhere = `postgres://kitroom:pass-word-unseen@${host}:1/kitroom`
      using fresh = tempFolder(nowhere)
      const refused = await startServer(fresh.dataDir, { env: { KITROOM_DATABASE_URL: nowhere } }).then(
        () => '',
        (error: Error) => error.message,
      )
      expect(refused).toMatch(/The database cannot be reached.*ECONNREFUSED.*KITROOM_DATABASE_URL/)
      expect(refused).not.toContain('pass-word-unseen')
    }
  })
})
