// The most that PostgreSQL gives for writes that can each fail alone: 64 inserts, each in its savepoint, pipelined in
// one transaction.
import { Client } from 'pg'

const INSERTS_PER_COMMIT = 64

export interface SavepointRate {
  perSecond: number
  /** CPU of the process that sends them. */
  cpuUsPerInsert: number
}

/** Bytes of the rows that a create stores, by the newest ones of each table. */
const rowBytes = (table: string, order: string): string =>
  `(select avg(pg_column_size(row_of.*)) from (select * from ${table} order by ${order} desc limit 1000) as row_of)`
const CREATE_BYTES = [
  rowBytes('gear', 'id'),
  rowBytes('event', 'seq'),
  rowBytes('audit', 'seq'),
  rowBytes('audit_link', 'last_seq'),
].join(' + ')

export async function measureCreateBytes(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(`select ${CREATE_BYTES} as bytes`)
  await client.end()
  return Math.round(Number(rows[0]?.bytes))
}

/** @param bytes the size of each row */
export async function probeSavepoints(databaseUrl: string, bytes: number, seconds: number): Promise<SavepointRate> {
  const client = new Client({ connectionString: databaseUrl, pipeline: true })
  await client.connect()
  await client.query('create table if not exists savepoint_probe (id text primary key, body text not null)')
  // The rows of a create are each too short to be compressed or moved out.
  await client.query('alter table savepoint_probe alter body set storage plain')
  const body = 'x'.repeat(bytes)
  const startedAtMs = performance.now()
  const startedCpu = process.cpuUsage()
  let inserts = 0
  while (performance.now() - startedAtMs < seconds * 1000) {
    const sent: Promise<unknown>[] = [client.query('begin')]
    for (let index = 0; index < INSERTS_PER_COMMIT; index++) {
      sent.push(client.query('savepoint one_write'))
      const values = [`${startedAtMs}-${(inserts += 1)}`, body]
      sent.push(
        client.query({
          name: 'savepoint_probe',
          text: 'insert into savepoint_probe (id, body) values ($1, $2)',
          values,
        }),
      )
      sent.push(client.query('release savepoint one_write'))
    }
    sent.push(client.query('commit'))
    await Promise.all(sent)
  }
  const { user, system } = process.cpuUsage(startedCpu)
  const elapsedSeconds = (performance.now() - startedAtMs) / 1000
  await client.query('drop table savepoint_probe')
  await client.end()
  return { perSecond: inserts / elapsedSeconds, cpuUsPerInsert: (user + system) / inserts }
}
