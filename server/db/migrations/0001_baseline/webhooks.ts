import { sql, type Compilable, type Kysely } from 'kysely'

/** Endpoints of webhooks, their deliveries and attempts. */
export const webhooks = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('webhook_endpoint')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('disabled_at', 'text')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('old_secret', 'text')
    .addColumn('old_secret_until', 'text')
    .addColumn('after_seq', 'bigint', (column) => column.notNull())
    .addColumn('failing_since_ms', 'bigint')
    .addColumn('failures_in_a_row', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('paused_until_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_success_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_endpoint_pk', ['account_id', 'id']),
  db.schema
    .createTable('webhook_cursor')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull()),
  db.schema
    .createTable('webhook_delivery')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('event_seq', 'bigint', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at_ms', 'bigint')
    .addColumn('lease_holder', 'text')
    .addColumn('lease_until_ms', 'bigint')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addPrimaryKeyConstraint('webhook_delivery_pk', ['account_id', 'id']),
  db.schema
    .createIndex('webhook_delivery_due')
    .on('webhook_delivery')
    .columns(['account_id', 'endpoint_id', 'next_at_ms'])
    .where(sql.ref('next_at_ms'), 'is not', null),
  db.schema.createIndex('webhook_delivery_log').on('webhook_delivery').columns(['account_id', 'endpoint_id', 'id']),
  db.schema
    .createTable('webhook_attempt')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('delivery_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'integer')
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('response', 'text')
    .addPrimaryKeyConstraint('webhook_attempt_pk', ['account_id', 'delivery_id', 'number']),
]
