import { expect } from 'vitest'
import { camera, type Api } from './api.ts'
import { runSql } from './database.ts'
import { pause, until } from './wait.ts'

const RETRY_INTERVAL_MS = 50

/**
 * Clients that create items without a pause, each with its own Idempotency-Key, which it repeats until the answer is
 * 201.
 */
export interface WriteLoad {
  /** How many requests were refused with 503. */
  refusedCount(): number
  /** The ids of acknowledged items, in the order of their answers. */
  readonly ids: readonly string[]
  /** Ends after the present item of each client. */
  stop(): Promise<void>
}

/** @param model of every item @throws from `stop` if an answer is neither 201 nor a refusal that asks for a repeat */
export function startWriteLoad(apis: readonly Api[], model: string, clientsPerApi = 4): WriteLoad {
  const ids: string[] = []
  const stopping = new AbortController()
  let refused = 0
  async function create(api: Api, key: string): Promise<string> {
    for (;;) {
      const reply = await api.post('/gear', camera({ model }), { 'idempotency-key': key })
      if (reply.status === 201) return reply.item().id
      const { code } = reply.problem()
      if (code !== 'overloaded' && code !== 'idempotency_in_progress')
        throw new Error(`a write was answered with ${reply.text}`)
      if (code === 'overloaded') {
        refused += 1
        if (reply.headers['retry-after'] === undefined) throw new Error(`a refusal has no Retry-After: ${reply.text}`)
      }
      await pause(RETRY_INTERVAL_MS, 'a client waits before it repeats a refused request')
    }
  }
  const clients = apis.flatMap((api, server) =>
    Array.from({ length: clientsPerApi }, async (_, client) => {
      for (let item = 0; !stopping.signal.aborted; item++)
        ids.push(await create(api, `${model} ${server} ${client} ${item}`.replaceAll(' ', '-')))
    }),
  )
  const ended = Promise.all(clients)
  // A failure is reported by `stop`.
  ended.catch(() => undefined)
  return {
    ids,
    refusedCount: () => refused,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Checks that every acknowledged item is in the database, and that no key has made two. */
export async function checkItems(databaseFile: string, model: string, load: WriteLoad): Promise<void> {
  const storedIds = new Set((await runSql<{ id: string }>(databaseFile, 'select id from gear')).map(({ id }) => id))
  expect(load.ids.filter((id) => !storedIds.has(id))).toEqual([])
  expect(new Set(load.ids).size).toBe(load.ids.length)
  const [row] = await runSql<{ n: number }>(
    databaseFile,
    'select count(*) as n from gear where record like ?',
    `%"${model}"%`,
  )
  expect(Number(row?.n)).toBe(load.ids.length)
}

/** Waits until more items than these are acknowledged. */
export async function waitForProgress(load: WriteLoad, items = 10): Promise<void> {
  const target = load.ids.length + items
  await until(`more than ${target} items are acknowledged`, () => load.ids.length > target)
}
