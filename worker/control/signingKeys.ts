// Public halves of the keys with which API servers sign requests. Unknown keys cause one list request a second at most, so that a flood of them neither reaches the API nor hides a new key.
import type { KeyObject } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** A list of this age is read again, so that a withdrawn key ends. */
const MAX_AGE_MS = 5 * 60_000
const MIN_INTERVAL_MS = 1000

export interface SigningKeys {
  /** Finds a key that a server uses now. @throws WorkerError api_unavailable */
  find(id: string): Promise<KeyObject | undefined>
}

type KeyList = ReadonlyMap<string, KeyObject>

/** @param readKeys reads the keys of all servers */
export function createSigningKeys(readKeys: () => Promise<KeyList>): SigningKeys {
  let keys: KeyList = new Map()
  let startedAtMs = -Infinity
  let readAtMs = -Infinity
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const read = async (): Promise<void> => {
    await reading.catch(() => undefined)
    await wait(Math.max(0, startedAtMs + MIN_INTERVAL_MS - performance.now()))
    next = undefined
    const startMs = performance.now()
    startedAtMs = startMs
    reading = (async () => {
      keys = await readKeys()
      readAtMs = startMs
    })()
    await reading
  }
  return {
    async find(id) {
      const known = performance.now() - readAtMs < MAX_AGE_MS ? keys.get(id) : undefined
      if (known) return known
      // A read that began before this request may lack a key that is new.
      await (next ??= read())
      return keys.get(id)
    },
  }
}
