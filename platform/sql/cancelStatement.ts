import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** A cancellation that comes between two statements does nothing: it is repeated. */
const REPEAT_AFTER_MS = 100

/** Asks the server over another connection. One that cannot be asked ends the statement by its own time limit. */
async function cancel(pool: Pool, client: PoolClient): Promise<void> {
  const { processID } = client as PoolClient & { processID?: number }
  if (processID !== undefined) await pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
}

/**
 * Cancels what a connection runs from the moment that a signal is aborted. A cancellation may come late: the connection must not be used again then.
 * @returns ends that
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
