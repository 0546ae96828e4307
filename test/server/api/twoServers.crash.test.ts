import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, runOperatorCommand, type TestAccount } from '../../support/account.ts'
import { camera, createApi, type Api, type Item, type Reply } from '../../support/api.ts'
import { fullOrSmall } from '../../support/counts.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { createSeededRandom } from '../../support/random.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../../support/server.ts'
import { dropDatabase } from '../../support/testDatabase.ts'
import { runSeed } from '../../support/seed.ts'

const SEED = runSeed
const CLIENT_COUNT = 12
const WRITES_PER_CLIENT = fullOrSmall(60, 15)
const SHARED_COUNT = 5

const random = createSeededRandom(SEED)

let folder: DataFolder
let servers: ChildServer[]
let account: TestAccount
let apis: [Api, Api]

beforeAll(async () => {
  folder = createDataFolder()
  const env = { KITROOM_RATE_LIMIT: 'off' }
  servers = await Promise.all([startServer(folder.dataDir, { env }), startServer(folder.dataDir, { env })])
  account = await createAccount(folder.dataDir, 'Both')
  const [firstApi, secondApi] = servers.map((server) => createApi(server.url, account.api_key))
  if (!firstApi || !secondApi) throw new Error('expected two servers')
  apis = [firstApi, secondApi]
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await checkInvariants(folder.databaseFile)
  await dropDatabase(folder.databaseFile)
  folder[Symbol.dispose]()
})

/**
 * Sends one request to both servers at once. The second waits for the first: none is refused as
 * `idempotency_in_progress`.
 */
async function sendThroughBoth(send: (api: Api) => Promise<Reply>): Promise<Reply> {
  const [firstReply, secondReply] = await Promise.all(apis.map(send))
  if (!firstReply || !secondReply) throw new Error('expected two answers')
  expect({ status: secondReply.status, text: secondReply.text, etag: secondReply.headers['etag'] }).toEqual({
    status: firstReply.status,
    text: firstReply.text,
    etag: firstReply.headers['etag'],
  })
  expect([firstReply, secondReply].filter((reply) => reply.headers['idempotent-replayed'] === 'true')).toHaveLength(1)
  return firstReply
}

async function listVersion(api: Api): Promise<number> {
  const reply = await api.get('/gear?limit=3')
  return Number(/\.(\d+)"$/.exec(reply.headers['etag'] ?? '')?.[1])
}

/** The acknowledged writes, to be compared with the records at the end. */
interface Acknowledged {
  items: Map<string, Item>
  /** By record: `updated_at` of every acknowledged change. */
  timestamps: Map<string, string[]>
}

const recordTimestamp = (acknowledged: Acknowledged, item: Item): void => {
  acknowledged.timestamps.set(item.id, [...(acknowledged.timestamps.get(item.id) ?? []), item.updated_at])
}

/** One write of a client, and a read through the other server. */
interface Round {
  acknowledged: Acknowledged
  own: Map<string, Item>
  writer: Api
  reader: Api
  /** Unique: asset tag, note and Idempotency-Key of this round. */
  name: string
}

const keyOf = (round: Round): Record<string, string> => ({ 'idempotency-key': round.name })

async function create(round: Round): Promise<Item> {
  const { own: ownItems, writer, reader, name } = round
  const fields = camera({ model: name, asset_tag: name, warranty_expires_on: '2031-01-01' })
  const send = (api: Api): Promise<Reply> => api.post('/gear', fields, keyOf(round))
  const reply = random.chance(0.5) ? await sendThroughBoth(send) : await send(writer)
  expect(reply.status).toBe(201)
  ownItems.set(reply.item().id, reply.item())
  expect((await reader.get(`/gear?asset_tag=${name}`)).items()).toEqual([reply.item()])
  return reply.item()
}

/** Changes a record that all clients change, through both servers at once. */
async function changeShared(round: Round, shared: readonly string[]): Promise<Item> {
  const id = random.pick(shared)
  const reply = await sendThroughBoth((api) =>
    api.patch(`/gear/${id}`, { updates: { notes: round.name } }, keyOf(round)),
  )
  expect((await round.reader.get(`/gear/${id}`)).item().updated_at >= reply.item().updated_at).toBe(true)
  return reply.item()
}

async function changeOwn({ own: ownItems, writer, reader, name }: Round): Promise<Item> {
  const { id } = random.pick([...ownItems.values()])
  const changedItem = (
    await writer.patch(`/gear/${id}`, {
      updates: { notes: name, status: random.pick(['ready', 'retired', 'available']) },
    })
  ).item()
  ownItems.set(id, changedItem)
  expect((await reader.get(`/gear/${id}`)).item()).toEqual(changedItem)
  return changedItem
}

async function removeOwn({ own: ownItems, writer, reader }: Round): Promise<undefined> {
  const { id } = random.pick([...ownItems.values()])
  expect((await writer.delete(`/gear/${id}`)).status).toBe(200)
  ownItems.delete(id)
  expect((await reader.get(`/gear/${id}`)).status).toBe(404)
}

/** Writes through one server, then reads through the other, which must show the acknowledged write. */
async function writeThenRead(round: Round, shared: readonly string[]): Promise<void> {
  const versionBefore = await listVersion(round.reader)
  const choice = random.next()
  let changedItem: Item | undefined
  if (choice < 0.3 || round.own.size === 0) changedItem = await create(round)
  else if (choice < 0.6) changedItem = await changeShared(round, shared)
  else changedItem = await (choice < 0.85 ? changeOwn(round) : removeOwn(round))
  if (changedItem) recordTimestamp(round.acknowledged, changedItem)
  expect(await listVersion(round.reader), 'a list is newer after a write').toBeGreaterThan(versionBefore)
}

describe('two servers on one database', () => {
  it(`lose no write and show no stale read under concurrent load (seed ${SEED})`, async () => {
    const shared = await Promise.all(
      Array.from({ length: SHARED_COUNT }, (_, index) =>
        apis[index % 2 ? 0 : 1].createItem({ model: `Shared ${index}` }),
      ),
    )
    const ids = shared.map((item) => item.id)
    const acknowledgedWrites: Acknowledged = { items: new Map(), timestamps: new Map() }
    const client = async (number: number): Promise<void> => {
      const ownItems = new Map<string, Item>()
      for (let count = 0; count < WRITES_PER_CLIENT; count++) {
        const [writer, reader] = random.chance(0.5) ? apis : [apis[1], apis[0]]
        await writeThenRead(
          { acknowledged: acknowledgedWrites, own: ownItems, writer, reader, name: `c${number}-${count}` },
          ids,
        )
      }
      for (const [id, item] of ownItems) acknowledgedWrites.items.set(id, item)
    }
    await Promise.all(Array.from({ length: CLIENT_COUNT }, (_, index) => client(index)))
    console.log(`${CLIENT_COUNT * WRITES_PER_CLIENT} writes by ${CLIENT_COUNT} clients; seed ${SEED}`)
    for (const [id, timestamps] of acknowledgedWrites.timestamps)
      expect(new Set(timestamps).size, `timestamps of ${id} are all different`).toBe(timestamps.length)
    for (const api of apis) {
      const list = await api.get('/gear?limit=200')
      expect(list.pagination().total).toBe(acknowledgedWrites.items.size + SHARED_COUNT)
      const secondPage = await api.get('/gear?limit=200&offset=200')
      const storedItems = new Map([...list.items(), ...secondPage.items()].map((item) => [item.id, item]))
      for (const [id, item] of acknowledgedWrites.items) expect(storedItems.get(id)).toEqual(item)
    }
  })

  it('create and change a record once when both get the request at once', async () => {
    for (let round = 0; round < fullOrSmall(100, 20); round++) {
      const key = { 'idempotency-key': `twin-${round}` }
      const created = await sendThroughBoth((api) => api.post('/gear', camera({ model: `Twin ${round}` }), key))
      const { id } = created.item()
      await sendThroughBoth((api) =>
        api.patch(`/gear/${id}`, { updates: { notes: 'once' } }, { 'idempotency-key': `twin-patch-${round}` }),
      )
      await sendThroughBoth((api) => api.delete(`/gear/${id}`, { 'idempotency-key': `twin-delete-${round}` }))
    }
    expect((await apis[0].get('/gear?q=twin')).pagination().total).toBe(0)
  })

  it('take turns: no write waits for all writes of the other server', async () => {
    const [clientCount, writesOfOne] = [16, fullOrSmall(20, 8)]
    const writesOfServer = clientCount * writesOfOne
    const doneCounts: [number, number] = [0, 0]
    /** The most writes of the other server that were answered while a write waited. */
    const overtaken = [0, 0]
    const writeAll = async (server: 0 | 1, client: number): Promise<void> => {
      const other = server === 0 ? 1 : 0
      for (let count = 0; count < writesOfOne; count++) {
        const doneBefore = doneCounts[other]
        const reply = await apis[server].post('/shoots', {
          title: `Turn ${server}-${client}-${count}`,
          shoot_date: '2026-05-01',
        })
        expect(reply.status).toBe(201)
        doneCounts[server] += 1
        overtaken[server] = Math.max(overtaken[server] ?? 0, doneCounts[other] - doneBefore)
      }
    }
    const clients = Array.from({ length: clientCount }, (_, client) => client)
    await Promise.all(([0, 1] as const).flatMap((server) => clients.map((client) => writeAll(server, client))))
    for (const count of overtaken) expect(count).toBeLessThan(writesOfServer / 2)
    console.log(`a write waited for at most ${overtaken.join(' and ')} of ${writesOfServer} writes of the other server`)
  })

  it('give an asset tag to one of two concurrent requests', async () => {
    for (let round = 0; round < fullOrSmall(30, 10); round++) {
      const replies = await Promise.all(apis.map((api) => api.post('/gear', camera({ asset_tag: `Wanted ${round}` }))))
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 409])
    }
  })

  it('let one of two conditional changes succeed', async () => {
    let item = await apis[0].createItem()
    for (let round = 0; round < fullOrSmall(30, 10); round++) {
      const condition = { 'if-match': `"${item.updated_at}"` }
      const replies = await Promise.all(
        apis.map((api, index) =>
          api.patch(`/gear/${item.id}`, { updates: { notes: `${round} by ${index}` } }, condition),
        ),
      )
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 412])
      const winner = replies.find((reply) => reply.status === 200)?.item()
      for (const api of apis) expect((await api.get(`/gear/${item.id}`)).item()).toEqual(winner)
      item = winner ?? item
    }
  })

  it('refuse a key from the first request after its revocation', async () => {
    const newKey = async (): Promise<string> =>
      ((await runOperatorCommand(folder.dataDir, 'workerKey', '--account', account.account_id)) as { api_key: string })
        .api_key
    let key = await newKey()
    for (let round = 0; round < 3; round++) {
      const oldKeyApis = apis.map((api) => api.as(key))
      for (const api of oldKeyApis) expect((await api.get('/gear')).status).toBe(200)
      key = await newKey()
      expect(await Promise.all(oldKeyApis.map(async (api) => (await api.get('/gear')).status))).toEqual([401, 401])
      expect(await Promise.all(oldKeyApis.map(async (api) => (await api.post('/gear', camera())).status))).toEqual([
        401, 401,
      ])
    }
  })
})
