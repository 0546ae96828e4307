import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, operator, type TestAccount } from '../support/account.ts'
import { camera, createApi, type Api, type Item, type Reply } from '../support/api.ts'
import { checkInvariants } from '../support/invariants.ts'
import { seededRandom } from '../support/random.ts'
import { startServer, tempFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { dropDatabase } from '../support/testDatabase.ts'

const SEED = Number(process.env['TWO_SERVERS_SEED'] ?? Date.now() % 1_000_000)
const CLIENTS = 12
const WRITES_EACH = 60
const SHARED = 5

const random = seededRandom(SEED)

let folder: DataFolder
let servers: ChildServer[]
let account: TestAccount
let apis: [Api, Api]

beforeAll(async () => {
  folder = tempFolder()
  const env = { KITROOM_RATE_LIMIT: 'off' }
  servers = await Promise.all([startServer(folder.dataDir, { env }), startServer(folder.dataDir, { env })])
  account = await createAccount(folder.dataDir, 'Both')
  const [one, two] = servers.map((server) => createApi(server.url, account.api_key))
  if (!one || !two) throw new Error('there must be two servers')
  apis = [one, two]
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await checkInvariants(folder.databaseFile)
  await dropDatabase(folder.databaseFile)
  folder[Symbol.dispose]()
})

/** Sends one request through both servers at once; whoever is told to come again does. Both must get one and the same answer. */
async function throughBoth(send: (api: Api) => Promise<Reply>): Promise<{ reply: Reply; refused: number }> {
  let refused = 0
  const untilAnswered = async (api: Api): Promise<Reply> => {
    for (let tries = 1; tries < 200; tries++) {
      const reply = await send(api)
      if (reply.status !== 409) return reply
      expect([reply.problem().code, reply.headers['retry-after']]).toEqual(['idempotency_in_progress', '1'])
      refused += 1
      await new Promise((resolve) => setTimeout(resolve, 5 + random.int(20)))
    }
    throw new Error('the twin never ended')
  }
  const [one, two] = await Promise.all(apis.map(untilAnswered))
  if (!one || !two) throw new Error('there must be two answers')
  expect([two.status, two.text, two.headers['etag']]).toEqual([one.status, one.text, one.headers['etag']])
  expect([one, two].filter((reply) => reply.headers['idempotent-replayed'] === 'true')).toHaveLength(1)
  return { reply: one, refused }
}

/** The number of the version that a list's ETag names. */
async function listVersion(api: Api): Promise<number> {
  const reply = await api.get('/gear?limit=3')
  return Number(/\.(\d+)"$/.exec(reply.headers['etag'] ?? '')?.[1])
}

/** What the clients have been told, to be compared with what the servers say at the end. */
interface Told {
  items: Map<string, Item>
  /** By record: `updated_at` of every change that was acknowledged. */
  moments: Map<string, string[]>
  refused: number
}

const note = (told: Told, item: Item): void => {
  told.moments.set(item.id, [...(told.moments.get(item.id) ?? []), item.updated_at])
}

/** One client's turn: what it owns, and the two servers in the order of this turn. */
interface Turn {
  told: Told
  own: Map<string, Item>
  here: Api
  there: Api
  /** Used nowhere else: tag, note and Idempotency-Key of this turn. */
  name: string
}

const keyOf = (turn: Turn): Record<string, string> => ({ 'idempotency-key': turn.name })

async function create(turn: Turn): Promise<Item> {
  const { told, own, here, there, name } = turn
  const fields = camera({ model: name, asset_tag: name, warranty_expires_on: '2031-01-01' })
  const send = (api: Api): Promise<Reply> => api.post('/gear', fields, keyOf(turn))
  const { reply, refused } = random.chance(0.5) ? await throughBoth(send) : { reply: await send(here), refused: 0 }
  told.refused += refused
  expect(reply.status).toBe(201)
  own.set(reply.item().id, reply.item())
  expect((await there.get(`/gear?asset_tag=${name}`)).items()).toEqual([reply.item()])
  return reply.item()
}

/** Changes a record that all clients change, through both servers at once. */
async function changeShared(turn: Turn, shared: readonly string[]): Promise<Item> {
  const id = random.pick(shared)
  const { reply, refused } = await throughBoth((api) => api.patch(`/gear/${id}`, { updates: { notes: turn.name } }, keyOf(turn)))
  turn.told.refused += refused
  expect((await turn.there.get(`/gear/${id}`)).item().updated_at >= reply.item().updated_at).toBe(true)
  return reply.item()
}

async function changeOwn({ own, here, there, name }: Turn): Promise<Item> {
  const { id } = random.pick([...own.values()])
  const changed = (await here.patch(`/gear/${id}`, { updates: { notes: name, status: random.pick(['ready', 'retired', 'available']) } })).item()
  own.set(id, changed)
  expect((await there.get(`/gear/${id}`)).item()).toEqual(changed)
  return changed
}

async function removeOwn({ own, here, there }: Turn): Promise<undefined> {
  const { id } = random.pick([...own.values()])
  expect((await here.delete(`/gear/${id}`)).status).toBe(200)
  own.delete(id)
  expect((await there.get(`/gear/${id}`)).status).toBe(404)
}

/** Writes through one server, reads through the other at once: what was acknowledged must be there. */
async function takeTurn(turn: Turn, shared: readonly string[]): Promise<void> {
  const before = await listVersion(turn.there)
  const choice = random.next()
  let changed: Item | undefined
  if (choice < 0.3 || turn.own.size === 0) changed = await create(turn)
  else if (choice < 0.6) changed = await changeShared(turn, shared)
  else changed = await (choice < 0.85 ? changeOwn(turn) : removeOwn(turn))
  if (changed) note(turn.told, changed)
  expect(await listVersion(turn.there), 'a list is newer after a write').toBeGreaterThan(before)
}

describe('two servers on one database', () => {
  it(`keep every promise while both write and read (seed ${SEED})`, async () => {
    const shared = await Promise.all(Array.from({ length: SHARED }, (_, index) => apis[index % 2 ? 0 : 1].make({ model: `Shared ${index}` })))
    const ids = shared.map((item) => item.id)
    const told: Told = { items: new Map(), moments: new Map(), refused: 0 }
    const client = async (number: number): Promise<void> => {
      const own = new Map<string, Item>()
      for (let count = 0; count < WRITES_EACH; count++) {
        const [here, there] = random.chance(0.5) ? apis : [apis[1], apis[0]]
        await takeTurn({ told, own, here, there, name: `c${number}-${count}` }, ids)
      }
      for (const [id, item] of own) told.items.set(id, item)
    }
    const startedAtMs = performance.now()
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
    const seconds = (performance.now() - startedAtMs) / 1000
    console.log(
      `${CLIENTS * WRITES_EACH} writes by ${CLIENTS} clients in ${seconds.toFixed(1)} s; ${told.refused} twins were told to come again; seed ${SEED}`,
    )
    for (const [id, moments] of told.moments) expect(new Set(moments).size, `moments of ${id} are all different`).toBe(moments.length)
    for (const api of apis) {
      const list = await api.get('/gear?limit=200')
      expect(list.pagination().total).toBe(told.items.size + SHARED)
      const rest = await api.get('/gear?limit=200&offset=200')
      const seen = new Map([...list.items(), ...rest.items()].map((item) => [item.id, item]))
      for (const [id, item] of told.items) expect(seen.get(id)).toEqual(item)
    }
  }, 120_000)

  it('make one record of a request that both get at once, and one change', async () => {
    let refused = 0
    for (let round = 0; round < 100; round++) {
      const key = { 'idempotency-key': `twin-${round}` }
      const made = await throughBoth((api) => api.post('/gear', camera({ model: `Twin ${round}` }), key))
      refused += made.refused
      const { id } = made.reply.item()
      await throughBoth((api) => api.patch(`/gear/${id}`, { updates: { notes: 'once' } }, { 'idempotency-key': `twin-patch-${round}` }))
      await throughBoth((api) => api.delete(`/gear/${id}`, { 'idempotency-key': `twin-delete-${round}` }))
    }
    expect((await apis[0].get('/gear?q=twin')).pagination().total).toBe(0)
    console.log(`${refused} of 100 twins of a create were told to come again`)
  }, 60_000)

  it('give a tag to one of two that ask for it at once', async () => {
    for (let round = 0; round < 30; round++) {
      const replies = await Promise.all(apis.map((api) => api.post('/gear', camera({ asset_tag: `Wanted ${round}` }))))
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 409])
    }
  })

  it('let one of two conditional changes win', async () => {
    let item = await apis[0].make()
    for (let round = 0; round < 30; round++) {
      const condition = { 'if-match': `"${item.updated_at}"` }
      const replies = await Promise.all(
        apis.map((api, index) => api.patch(`/gear/${item.id}`, { updates: { notes: `${round} by ${index}` } }, condition)),
      )
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 412])
      const winner = replies.find((reply) => reply.status === 200)?.item()
      for (const api of apis) expect((await api.get(`/gear/${item.id}`)).item()).toEqual(winner)
      item = winner ?? item
    }
  })

  it('refuse a key from the request after its revocation, whoever revoked it', async () => {
    const newKey = async (): Promise<string> =>
      ((await operator(folder.dataDir, 'workerKey', '--account', account.account_id)) as { api_key: string }).api_key
    let key = await newKey()
    for (let round = 0; round < 3; round++) {
      const old = apis.map((api) => api.as(key))
      for (const api of old) expect((await api.get('/gear')).status).toBe(200)
      key = await newKey()
      expect(await Promise.all(old.map(async (api) => (await api.get('/gear')).status))).toEqual([401, 401])
      expect(await Promise.all(old.map(async (api) => (await api.post('/gear', camera())).status))).toEqual([401, 401])
    }
  })
})
