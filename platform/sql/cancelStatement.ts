import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Interval at which a cancellation is repeated: between two statements it has no effect. */
const REPEAT_INTERVAL_MS = 100

async function cancelStatement(pool: Pool, client: PoolClient): Promise<void> {
  const { processID } = client as PoolClient & { processID?: number }
  if (processID !== undefined) await pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
}

/**
 * Cancels the running statement of a connection when a signal aborts. A late cancellation may hit the next
 * statement: discard the connection afterwards. Returns a function that stops watching.
 */
export function cancelOnAbort(pool: Pool, client: PoolClient, signal: AbortSignal): () => void {
  const finished = new AbortController()
  const abort = async (): Promise<void> => {
    while (!finished.signal.aborted) {
      await cancelStatement(pool, client)
      await wait(REPEAT_INTERVAL_MS)
    }
  }
  const startCancelling = (): void => void abort()
  if (signal.aborted) startCancelling()
  else signal.addEventListener('abort', startCancelling, { once: true })
  return () => {
    finished.abort()
    signal.removeEventListener('abort', startCancelling)
  }
}
