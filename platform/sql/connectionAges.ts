import type { Pool, PoolClient } from 'pg'

const MIN_INTERVAL_MS = 1000

/** Closes connections from before a failover, which lead to the old server. */
export class ConnectionAges {
  readonly #openedAtMs = new WeakMap<PoolClient, number>()
  #outdatedBeforeMs = Number.NEGATIVE_INFINITY

  add(client: PoolClient): PoolClient {
    this.#openedAtMs.set(client, performance.now())
    return client
  }

  #isOutdated(client: PoolClient): boolean {
    return (this.#openedAtMs.get(client) ?? Number.POSITIVE_INFINITY) < this.#outdatedBeforeMs
  }

  /** Returns a connection of the pool that is not outdated. */
  async connect(pool: Pool): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (!this.#isOutdated(client)) return client
      client.release(true)
    }
  }

  /** Outdates all present connections, at most once a second: a server that stays read-only also serves reads. */
  outdateAll(pool: Pool): void {
    const nowMs = performance.now()
    if (nowMs - this.#outdatedBeforeMs < MIN_INTERVAL_MS) return
    this.#outdatedBeforeMs = nowMs
    for (let idle = pool.idleCount; idle > 0; idle--)
      pool.connect().then(
        (client) => client.release(this.#isOutdated(client)),
        () => undefined,
      )
  }
}
