import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** A cancellation between two statements has no effect, so it is repeated. */
const REPEAT_AFTER_MS = 100

async function cancel(pool: Pool, client: PoolClient): Promise<void> {
  const { processID } = client as PoolClient & { processID?: number }
  if (processID !== undefined) await pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
}

/**
 * Cancels the running statement of a connection when a signal aborts. A late cancellation may hit the next
 * statement: discard the connection afterwards. Returns a function that stops watching.
 */
export function cancelOnAbort(pool: Pool, client: PoolClient, signal: AbortSignal): () => void {
  const over = new AbortController()
  const abort = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await cancel(pool, client)
      await wait(REPEAT_AFTER_MS)
    }
  }
  const begin = (): void => void abort()
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return () => {
    over.abort()
    signal.removeEventListener('abort', begin)
  }
}
