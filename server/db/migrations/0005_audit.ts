import { sql, type Compilable, type Kysely } from 'kysely'
import type { Migration } from '../../../platform/sql/migrate.ts'

interface Tables {
  audit: { account_id: string; seq: number; at: string; key_id: string; method: string; status: number; entry: string }
  audit_link: {
    account_id: string
    last_seq: number
    first_seq: number
    last_at: string
    writes: number
    bytes: number
  }
  account_state: { account_id: string; audit_bytes: number }
  event: { body: string; request_id: string | null }
}

/** Estimated size of a row without its entry, as of this migration. */
const ROW_BYTES = 700

const addColumns = (db: Kysely<Tables>): Compilable[] => [
  db.schema.alterTable('audit_link').addColumn('last_at', 'text', (column) => column.notNull().defaultTo('')),
  db.schema.alterTable('audit_link').addColumn('writes', 'integer', (column) => column.notNull().defaultTo(0)),
  db.schema.alterTable('audit_link').addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0)),
  db.schema.alterTable('audit_link').addColumn('pruned_at', 'text'),
  db.schema.alterTable('audit_link').addColumn('seal', 'text'),
  db.schema.alterTable('account_state').addColumn('audit_bytes', 'bigint', (column) => column.notNull().defaultTo(0)),
  db.schema.alterTable('event').addColumn('request_id', 'text'),
]

const fill = (db: Kysely<Tables>): Compilable[] => [
  db.updateTable('audit_link').set((link) => {
    const rows = link
      .selectFrom('audit')
      .whereRef('audit.account_id', '=', 'audit_link.account_id')
      .whereRef('audit.seq', '>=', 'audit_link.first_seq')
      .whereRef('audit.seq', '<=', 'audit_link.last_seq')
    const changing = rows.where('audit.method', 'not in', ['GET', 'HEAD']).where('audit.status', '<', 400)
    return {
      last_at: rows.select((row) => row.fn.max('audit.at').as('value')),
      bytes: rows.select((row) =>
        row.fn.sum<number>(sql`length(${row.ref('audit.entry')}) + ${sql.lit(ROW_BYTES)}`).as('value'),
      ),
      writes: changing.select((row) => row.fn.count<number>('audit.seq').as('value')),
    }
  }),
  db.updateTable('account_state').set((state) => {
    const links = state.selectFrom('audit_link').whereRef('audit_link.account_id', '=', 'account_state.account_id')
    return {
      audit_bytes: links.select((link) =>
        link.fn.coalesce(link.fn.sum<number>('audit_link.bytes'), sql<number>`0`).as('value'),
      ),
    }
  }),
  // The body ends with the request id and two braces, unless it lists truncated texts.
  db
    .updateTable('event')
    .set((row) => ({ request_id: sql<string>`substr(${row.ref('body')}, length(${row.ref('body')}) - 38, 36)` }))
    .where('body', 'like', '%"}}'),
]

/** Each index slows down every request. This single index is append-only and has all search columns, so that searches do not read the rows. */
const indexes = (db: Kysely<Tables>): Compilable[] => [
  db.schema
    .createIndex('audit_to_search')
    .on('audit')
    .columns(['account_id', 'at', 'seq', 'request_id', 'key_id', 'method', 'status', 'object_id']),
  db.schema
    .createIndex('audit_link_to_prune')
    .on('audit_link')
    .columns(['account_id', 'writes', 'last_at', 'last_seq'])
    .where(sql.ref('pruned_at'), 'is', null),
  db.schema
    .createIndex('event_to_search')
    .on('event')
    .columns(['account_id', 'seq', 'at', 'type', 'record_id', 'request_id']),
  db.schema.createIndex('idempotency_by_time').on('idempotency').columns(['account_id', 'at_ms']),
]

const lease = (db: Kysely<Tables>): Compilable =>
  db.schema
    .createTable('housekeeping_lease')
    .addColumn('job', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())

export const audit: Migration = {
  name: '0005_audit',
  up: (untyped) => {
    const db = untyped as Kysely<Tables>
    return [...addColumns(db), ...fill(db), ...indexes(db), lease(db)]
  },
}
