import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseUnavailable } from './types.ts'

/** Reads by key; keys that wait together share one query. */
export interface SharedRead<Value> {
  /** Reads a value by a query that begins after this call. @throws DatabaseUnavailable */
  find(key: string): Promise<Value | undefined>
}

interface Batch<Value> extends PromiseWithResolvers<ReadonlyMap<string, Value>> {
  keys: Set<string>
}

interface SharedReadOptions {
  /** Time after which the requests that wait for a query fail. The next query does not wait for it any more. */
  timeoutMs: number
  /**
   * Maximum number of concurrent queries. Later requests wait for another one, since the running ones may have read
   * before. Default: 1.
   */
  maxQueries?: number
  /** Maximum number of keys in a query. Default: all that wait. */
  maxKeys?: number
}

/**
 * Turns of the event loop in which arrived requests may join a query. Under load a query has 1.5 times as many as with
 * one turn.
 */
const JOIN_TURNS = 4

async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailable(`the database has not answered for ${timeoutMs} ms`)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** @param read gets each key once */
export function createSharedRead<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  { timeoutMs, maxQueries = 1, maxKeys = Infinity }: SharedReadOptions,
): SharedRead<Value> {
  /** Waiting batches, oldest first. Only the newest can accept more keys. */
  const waiting: Batch<Value>[] = []
  let queries = 0
  let isStarting = false
  async function startNext(): Promise<void> {
    if (isStarting || queries >= maxQueries || waiting.length === 0) return
    isStarting = true
    for (let turn = 0; turn < JOIN_TURNS; turn += 1) await nextTurn()
    isStarting = false
    const batch = waiting.shift()
    if (batch) void run(batch)
    await startNext()
  }
  async function run({ keys, resolve, reject }: Batch<Value>): Promise<void> {
    queries += 1
    try {
      resolve(await withTimeout(timeoutMs, read([...keys])))
    } catch (error) {
      reject(error)
    }
    queries -= 1
    await startNext()
  }
  const batchFor = (key: string): Batch<Value> => {
    const newest = waiting.at(-1)
    if (newest && (newest.keys.size < maxKeys || newest.keys.has(key))) return newest
    const batch = { keys: new Set<string>(), ...Promise.withResolvers<ReadonlyMap<string, Value>>() }
    waiting.push(batch)
    void startNext()
    return batch
  }
  return {
    async find(key) {
      const batch = batchFor(key)
      batch.keys.add(key)
      return (await batch.promise).get(key)
    },
  }
}
