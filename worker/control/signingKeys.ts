// Public halves of the keys with which API servers sign requests. Unknown keys cause one list request a second at most,
// so that a flood of them neither reaches the API nor hides a new key.
import type { KeyObject } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'

/** A list of this age is read again, so that a withdrawn key ends. */
const MAX_AGE_MS = 5 * 60_000
const MIN_INTERVAL_MS = 1000

export interface SigningKeys {
  /** Finds a key that a server uses now. @throws WorkerError api_unavailable */
  find(id: string): Promise<KeyObject | undefined>
  /** Reads the keys and the servers' clock again. @throws WorkerError api_unavailable */
  refresh(): Promise<void>
  /**
   * Returns the time of the servers' clock, by this process's clocks since the last read. It is never behind by more
   * than the servers' clocks differ. So no request lives longer because clocks differ, jump or stop with a machine.
   */
  serverNowMs(): number
}

export interface KeyList {
  keys: ReadonlyMap<string, KeyObject>
  /** Time of the servers' clock during the read; undefined from a server that does not send it. */
  serverMs: number | undefined
}

/** @param readKeys reads the keys of all servers @param clock this machine's */
export function createSigningKeys(readKeys: () => Promise<KeyList>, clock: Clock): SigningKeys {
  let keys: KeyList['keys'] = new Map()
  let server = { ms: clock.nowMs(), steadyMs: performance.now(), clockMs: clock.nowMs() }
  let startedAtMs = -Infinity
  let readAtMs = -Infinity
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const read = async (): Promise<void> => {
    await reading.catch(() => undefined)
    await wait(Math.max(0, startedAtMs + MIN_INTERVAL_MS - performance.now()))
    next = undefined
    const startMs = performance.now()
    const clockMs = clock.nowMs()
    startedAtMs = startMs
    reading = (async () => {
      const list = await readKeys()
      keys = list.keys
      server = { ms: list.serverMs ?? clockMs, steadyMs: startMs, clockMs }
      readAtMs = startMs
    })()
    await reading
  }
  // A read that began before this request may lack a key that is new.
  const refresh = (): Promise<void> => (next ??= read())
  return {
    async find(id) {
      const known = performance.now() - readAtMs < MAX_AGE_MS ? keys.get(id) : undefined
      if (known) return known
      await refresh()
      return keys.get(id)
    },
    refresh,
    // The steady clock stops with a sleeping machine, and the other one may be set: the longer time counts.
    serverNowMs: () =>
      server.ms + Math.round(Math.max(performance.now() - server.steadyMs, clock.nowMs() - server.clockMs)),
  }
}
