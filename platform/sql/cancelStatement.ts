import { setTimeout as wait } from 'node:timers/promises'
import { Connection, type ClientConfig, type Pool, type PoolClient } from 'pg'

/** Interval of repeating a cancellation, which has no effect between two statements. */
const REPEAT_INTERVAL_MS = 100
const CANCEL_TIMEOUT_MS = 2000

/** Key that PostgreSQL or a pooler gave a client for cancel requests. The client's types lack these members. */
interface CancelKey {
  processID?: number
  secretKey?: number
}

/** Members of the driver's connection that its types lack. */
interface WireConnection extends Connection {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/** Cancels by the process id, which the server itself has returned. */
export async function cancelBackend(pool: Pool, client: PoolClient): Promise<void> {
  const { processID } = client as PoolClient & CancelKey
  if (processID !== undefined) await pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
}

/**
 * Cancels by a cancel request of the protocol. Only a pooler knows which server connection a client uses, and it gives
 * that connection to no other client until the request has reached the server.
 */
export async function sendCancelRequest(
  { host = 'localhost', port = 5432, ssl = false }: ClientConfig,
  client: PoolClient,
): Promise<void> {
  const { processID, secretKey } = client as PoolClient & CancelKey
  if (processID === undefined || secretKey === undefined) return
  const connection = new Connection({ ssl }) as WireConnection
  const ended = Promise.withResolvers<undefined>()
  const cancel = (): void => connection.cancel(processID, secretKey)
  connection.on('connect', () => (ssl === false ? cancel() : connection.requestSsl()))
  connection.on('sslconnect', cancel)
  connection.on('error', () => ended.resolve(undefined))
  connection.on('end', () => ended.resolve(undefined))
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
  await Promise.race([ended.promise, wait(CANCEL_TIMEOUT_MS, undefined, { ref: false })])
  connection.stream.destroy()
}

/**
 * Cancels the running statement of a connection when a signal aborts. A late cancellation may hit the next statement:
 * discard the connection afterwards.
 * @returns a function that stops watching
 */
export function cancelOnAbort(signal: AbortSignal, cancelStatement: () => Promise<void>): () => void {
  const finished = new AbortController()
  const abort = async (): Promise<void> => {
    while (!finished.signal.aborted) {
      await cancelStatement()
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
