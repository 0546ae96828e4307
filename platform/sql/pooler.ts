// Detects a connection pooler before the database, and refuses one that loses prepared statements.
import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { ConfigError } from '../environment.ts'
import { toConnectError } from './connectError.ts'

const TIMEOUT_MS = 5000
const MAX_SHARING_CHECKS = 5
const MISSING_STATEMENT_STATE = '26000'
/** Size between PgBouncer's default `pkt_buf` and a TLS record. */
const BURST_STATEMENTS = 12
const STATEMENT_LENGTH = 1000
const DOCS = 'docs/running.md, "Behind PgBouncer"'

interface Probe {
  pid: number
  is_verbatim: boolean
  search_path: string
}

interface ProbeStatement {
  name: string
  text: string
  values: string[]
}

const PROBE_TEXT = `select pg_backend_pid() as pid, current_setting('search_path') as search_path,
  exists (select from pg_prepared_statements where name = $1::text) as is_verbatim`

/**
 * Creates a statement that searches for its own name on the server. A pooler that tracks prepared statements gives it
 * another name.
 */
function createProbe(): ProbeStatement {
  const name = `kitroom_probe_${randomBytes(8).toString('hex')}`
  return { name, text: PROBE_TEXT, values: [name] }
}

async function connect(settings: ClientConfig, setting = ''): Promise<Client> {
  const client = new Client({ ...settings, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw toConnectError(error, setting)
  }
}

async function runProbe(client: Client, probe: ProbeStatement): Promise<Probe> {
  const [row] = (await client.query<Probe>(probe)).rows
  if (!row) throw new Error('the probe for a pooler returned no row')
  return row
}

/** PgBouncer's reply to an unknown option shows its age: it reads `options` since 1.20. */
async function describePooler(settings: ClientConfig): Promise<string> {
  const message = await connect({ ...settings, options: '-c kitroom.probe=1' }).then(
    async (client) => {
      await client.end()
      return ''
    },
    (error: Error) => error.message,
  )
  if (message.includes('unsupported startup parameter: options')) return ' It is PgBouncer older than 1.20.'
  if (message.includes('unsupported startup parameter in options'))
    return ' It is PgBouncer with max_prepared_statements = 0, or PgBouncer 1.20.'
  return ''
}

/** True if two clients of a pooler get the same server connection: it then assigns connections per transaction. */
async function isShared(settings: ClientConfig, client: Client, probe: ProbeStatement): Promise<boolean> {
  const other = await connect(settings)
  try {
    const firstPid = (await runProbe(client, probe)).pid
    for (let checks = 0; checks < MAX_SHARING_CHECKS; checks++) {
      await other.query('begin')
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
      // The first client's connection is in use now. A pooler per transaction gives its next statement another
      // connection.
      if (rows[0]?.pid === firstPid || (await runProbe(client, probe)).pid !== firstPid) return true
      await other.query('rollback')
    }
    return false
  } catch (error) {
    // In the other case the second client waits for its own server connection, so none is shared.
    return (error as { code?: string }).code === MISSING_STATEMENT_STATE
  } finally {
    await other.end().catch(() => undefined)
  }
}

async function refuseStatementMode(client: Client, where: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query('rollback')
  } catch (cause) {
    throw new ConfigError(
      `The pooler at ${where} allows no transactions. Set pool_mode = transaction in PgBouncer (1.21 or newer): ${DOCS}.`,
      {
        cause,
      },
    )
  }
}

/**
 * Sends a burst of statements in one TLS record. PgBouncer up to 1.25 does not read the rest of a record that is larger
 * than its buffer (its issue 1530), so writes would sometimes hang.
 */
async function refuseLostRecords(settings: ClientConfig, where: string): Promise<void> {
  if (settings.ssl === undefined || settings.ssl === false) return
  const client = await connect({ ...settings, pipeline: true })
  const texts = Array.from(
    { length: BURST_STATEMENTS },
    (_, index) => `select ${index} /*${'-'.repeat(STATEMENT_LENGTH)}*/`,
  )
  try {
    await Promise.all(texts.map((text, index) => client.query({ name: `kitroom_burst_${index}`, text })))
  } catch (cause) {
    throw new ConfigError(
      `The pooler at ${where} stops reading statements that are sent together over TLS. Set pkt_buf = 65536 and sbuf_loopcnt = 0 in PgBouncer: ${DOCS}.`,
      { cause },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

function refuseLostOptions(
  { options }: ClientConfig,
  { search_path: found }: Probe,
  where: string,
  setting: string,
): void {
  const wanted = /search_path=(\S+)/.exec(options ?? '')?.[1]
  if (wanted === undefined || found.replaceAll(/["\s]/g, '') === wanted.replaceAll(/["\s]/g, '')) return
  throw new ConfigError(
    `The pooler at ${where} ignores the search_path in ${setting}. Remove it there, and run: alter role <user> in database <database> set search_path = ${wanted}`,
  )
}

/**
 * True if the connections of these settings lead through a pooler, where a session's settings do not last.
 * @param setting the variable of the URL, for messages
 * @throws ConfigError for an unusable pooler; DatabaseUnavailable
 */
export async function detectPooler(settings: ClientConfig, setting: string): Promise<boolean> {
  const client = await connect(settings, setting)
  const where = `${settings.host}:${settings.port}`
  try {
    const statement = createProbe()
    const probe = await runProbe(client, statement)
    // A pooler cannot return the server's process id, because a client's server connection changes.
    if (probe.pid === (client as Client & { processID?: number }).processID) return false
    await refuseStatementMode(client, where)
    refuseLostOptions(settings, probe, where, setting)
    if (probe.is_verbatim && (await isShared(settings, client, statement)))
      throw new ConfigError(
        [
          `The pooler at ${where} does not keep prepared statements.${await describePooler(settings)} Nothing was changed.`,
          `Kitroom needs PgBouncer 1.21 or newer with max_prepared_statements above 0, or pool_mode = session: ${DOCS}.`,
        ].join('\n'),
      )
    await refuseLostRecords(settings, where)
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}
