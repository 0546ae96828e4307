import { describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { camera, createApi, type Api, type Item } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPostgres } from '../support/postgresServer.ts'
import { createSeededRandom, type Random } from '../support/random.ts'
import { createDataFolder, startServer, type ChildServer } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { pause } from '../support/wait.ts'
import { findFaults, type Operation, type ReadOperation, type WriteOperation } from './registerHistory.ts'
import { runSeed } from '../support/seed.ts'

const OPERATION_COUNT = fullOrSmall(20_000, 2000)
const CLIENT_COUNT = 16
const REGISTER_COUNT = 8
const KILL_EVERY_MS = 1500

const writeOf = (fields: Partial<WriteOperation>): WriteOperation => ({
  kind: 'write',
  register: 'a',
  value: '1',
  version: 'v1',
  start: 0,
  end: 10,
  ...fields,
})
const readOf = (
  start: number,
  end: number,
  ...seen: [register: string, value: string, version: string][]
): ReadOperation => ({
  kind: 'read',
  start,
  end,
  seen: new Map(seen.map(([register, value, version]) => [register, { value, version }])),
})

describe('the check of histories', () => {
  const [first, second] = [writeOf({}), writeOf({ value: '2', version: 'v2', start: 20, end: 30 })]
  const other = writeOf({ register: 'b', value: '3', version: 'v3', start: 0, end: 100 })

  it.each<[string, Operation[]]>([
    [
      'a read beside a write sees either value',
      [first, second, readOf(15, 25, ['a', '1', 'v1']), readOf(15, 25, ['a', '2', 'v2'])],
    ],
    [
      'a write without an answer happens late',
      [first, { ...second, version: undefined }, readOf(40, 50, ['a', '1', 'v1']), readOf(60, 70, ['a', '2', 'v2'])],
    ],
  ])('accepts: %s', (_title, history) => {
    expect(findFaults(history)).toEqual([])
  })

  it.each<[string, Operation[], RegExp]>([
    ['a stale read after a write', [first, second, readOf(40, 50, ['a', '1', 'v1'])], /older than the write of 2/],
    [
      'a read that goes back',
      [first, { ...second, version: undefined }, readOf(40, 50, ['a', '2', 'v2']), readOf(60, 70, ['a', '1', 'v1'])],
      /older than the read of 2/,
    ],
    ['a write below an earlier one', [first, { ...second, version: 'v0' }], /older than the write of 1/],
    ['a value of the future', [first, second, readOf(12, 15, ['a', '2', 'v2'])], /before it was written/],
    ['a value that nobody wrote', [first, readOf(12, 15, ['a', '9', 'v9'])], /nobody wrote/],
    ['a value with two versions', [first, readOf(12, 15, ['a', '1', 'v9'])], /versions v1 and v9/],
    [
      'lists that contradict each other',
      [
        first,
        { ...second, end: 100 },
        writeOf({ register: 'b', value: '0', version: 'v0' }),
        other,
        readOf(40, 60, ['a', '2', 'v2'], ['b', '0', 'v0']),
        readOf(40, 60, ['a', '1', 'v1'], ['b', '3', 'v3']),
      ],
      /contradict/,
    ],
  ])('refuses: %s', (_title, history, fault) => {
    expect(findFaults(history).join('\n')).toMatch(fault)
  })
})

/** Operations begin and end in an order, which is all that linearizability asks for. */
let moment = 0
const nextMoment = (): number => (moment += 1)

interface Run {
  operations: Operation[]
  registers: readonly string[]
  random: Random
  /** The servers that answer now. */
  apis: (Api | undefined)[]
}

const seenOf = (items: readonly Item[]): ReadOperation['seen'] =>
  new Map(items.map(({ id, notes, updated_at: version }) => [id, { value: String(notes), version }]))

async function read({ operations, registers, random }: Run, api: Api): Promise<void> {
  const start = nextMoment()
  const isList = random.chance(0.4)
  const reply = await api.get(isList ? `/gear?limit=${REGISTER_COUNT}` : `/gear/${random.pick(registers)}`)
  if (reply.status !== 200) throw new Error(`unexpected ${reply.status}: ${reply.text}`)
  operations.push({ kind: 'read', start, end: nextMoment(), seen: seenOf(isList ? reply.items() : [reply.item()]) })
}

async function write({ operations, registers, random }: Run, api: Api, value: string): Promise<void> {
  const operation: WriteOperation = {
    kind: 'write',
    register: random.pick(registers),
    value,
    version: undefined,
    start: nextMoment(),
    end: Infinity,
  }
  operations.push(operation)
  const reply = await api.patch(`/gear/${operation.register}`, { updates: { notes: value } })
  // A server that loses its database answers that nothing was changed, or that it does not know.
  if (reply.status === 503) return
  if (reply.status !== 200) throw new Error(`unexpected ${reply.status}: ${reply.text}`)
  operation.end = nextMoment()
  operation.version = reply.item().updated_at
}

const isConnectionFailure = (error: unknown): boolean =>
  error instanceof Error && !error.message.startsWith('unexpected')

async function runClient(run: Run, name: number): Promise<void> {
  for (let count = 0; run.operations.length < OPERATION_COUNT; count++) {
    const api = run.apis[run.random.int(run.apis.length)]
    if (!api) {
      await pause(5, 'a client asks again while both servers are away')
      continue
    }
    try {
      await (run.random.chance(0.4) ? write(run, api, `${name}-${count}`) : read(run, api))
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
    }
  }
}

/** @returns the faults of the history and the number of kills */
async function runWithKills(database: string): Promise<{ faults: string[]; kills: number; seed: number }> {
  using folder = createDataFolder(database)
  const seed = runSeed
  const random = createSeededRandom(seed)
  const servers: ChildServer[] = [await startServer(folder.dataDir), await startServer(folder.dataDir)]
  const { api_key: key } = await createAccount(folder.dataDir, 'History')
  const apis: (Api | undefined)[] = servers.map(({ url }) => createApi(url, key))
  const operations: Operation[] = []
  const registers: string[] = []
  for (let index = 0; index < REGISTER_COUNT; index++) {
    const start = nextMoment()
    const { id, updated_at: version } = (
      await (apis[0] as Api).post('/gear', camera({ notes: `start ${index}` }))
    ).item()
    operations.push({ kind: 'write', register: id, value: `start ${index}`, version, start, end: nextMoment() })
    registers.push(id)
  }
  const run: Run = { operations, registers, random, apis }
  let kills = 0
  const clients = Promise.all(Array.from({ length: CLIENT_COUNT }, (_, name) => runClient(run, name)))
  const ended = clients.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([ended, pause(KILL_EVERY_MS, 'the servers work between two kills').then(() => false)]))) {
    const index = random.int(servers.length)
    apis[index] = undefined
    await servers[index]?.kill()
    const restarted = await startServer(folder.dataDir)
    servers[index] = restarted
    apis[index] = createApi(restarted.url, key)
    kills += 1
  }
  await clients
  const writes = operations.filter(({ kind }) => kind === 'write') as WriteOperation[]
  const unanswered = writes.filter(({ version }) => version === undefined).length
  console.log(
    `${operations.length} operations, ${writes.length} of them writes, ${unanswered} without an answer; ${kills} kills; seed ${seed}`,
  )
  await Promise.all(servers.map((server) => server.stop()))
  await checkInvariants(folder.databaseFile)
  return { faults: findFaults(operations), kills, seed }
}

describe.skipIf(!wantsPostgres)(`two servers on one PostgreSQL${withoutPostgres}`, () => {
  it(`are linearizable over ${OPERATION_COUNT} reads, lists and writes, while one or the other is killed`, async () => {
    const postgres = await startPostgres()
    try {
      const { faults, kills, seed } = await runWithKills(postgres.url)
      expect(faults, `seed ${seed}`).toEqual([])
      expect(kills).toBeGreaterThan(0)
    } finally {
      await postgres.remove()
    }
  })
})
