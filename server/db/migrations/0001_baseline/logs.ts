import { sql, type Compilable, type Kysely } from 'kysely'

/** Events, and the audit log with the links of its chain. */
export const logs = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('event')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text')
    .addPrimaryKeyConstraint('event_pk', ['account_id', 'seq']),
  db.schema
    .createIndex('event_to_search')
    .on('event')
    .columns(['account_id', 'seq', 'at', 'type', 'record_id', 'request_id']),
  db.schema
    .createTable('audit')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .addColumn('entry', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_pk', ['account_id', 'seq']),
  // Each index slows down every request. This one is append-only and has all search columns, so searches read no rows.
  db.schema
    .createIndex('audit_to_search')
    .on('audit')
    .columns(['account_id', 'at', 'seq', 'request_id', 'key_id', 'method', 'status', 'object_id']),
  db.schema
    .createTable('audit_link')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('first_seq', 'bigint', (column) => column.notNull())
    .addColumn('rows_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('last_at', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('writes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('pruned_at', 'text')
    .addColumn('seal', 'text')
    .addPrimaryKeyConstraint('audit_link_pk', ['account_id', 'last_seq']),
  db.schema
    .createIndex('audit_link_to_prune')
    .on('audit_link')
    .columns(['account_id', 'writes', 'last_at', 'last_seq'])
    .where(sql.ref('pruned_at'), 'is', null),
]

/** Leases of jobs that one of several servers runs, and the clock that they share. */
export const processes = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('housekeeping_lease')
    .addColumn('job', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull()),
  db.schema
    .createTable('clock_watch')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('seen_ms', 'bigint', (column) => column.notNull())
    .addColumn('wait_ms', 'bigint', (column) => column.notNull()),
]
