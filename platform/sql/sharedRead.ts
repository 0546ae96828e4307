import { DatabaseUnavailable } from './types.ts'

/** Reads by key; keys that wait together share one query. */
export interface SharedRead<Value> {
  /** Reads a value by a query that begins after this call. @throws DatabaseUnavailable */
  find(key: string): Promise<Value | undefined>
}

interface Batch<Value> {
  keys: Set<string>
  values: Promise<ReadonlyMap<string, Value>>
}

interface SharedReadOptions {
  /** Those that wait for a query fail after this long; the next query does not wait for it any more. */
  timeoutMs: number
}

/** Turns of the event loop in which requests that have arrived may join a query. Under load a query has half as many again as with one turn. */
const JOIN_TURNS = 4

async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable(`the database has not answered for ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * One query at a time. Whoever comes meanwhile waits for the next one, since the running one may have looked before.
 * @param read gets each key once
 */
export function createSharedRead<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  { timeoutMs }: SharedReadOptions,
): SharedRead<Value> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Batch<Value> | undefined
  const startAfterRunning = async (keys: Set<string>): Promise<ReadonlyMap<string, Value>> => {
    await running
    for (let turn = 0; turn < JOIN_TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    next = undefined
    const values = withTimeout(timeoutMs, read([...keys]))
    running = values.catch(() => undefined)
    return values
  }
  return {
    async find(key) {
      if (!next) {
        const keys = new Set<string>()
        next = { keys, values: startAfterRunning(keys) }
      }
      next.keys.add(key)
      return (await next.values).get(key)
    },
  }
}
