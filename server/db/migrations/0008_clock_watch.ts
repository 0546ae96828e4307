import type { Migration } from '../../../platform/sql/migrate.ts'

/** Last clock reading of the servers, and the running time required before rows are pruned by age. */
export const clockWatch: Migration = {
  name: '0008_clock_watch',
  up: (db) => [
    db.schema
      .createTable('clock_watch')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('seen_ms', 'bigint', (column) => column.notNull())
      .addColumn('wait_ms', 'bigint', (column) => column.notNull()),
    db.schema.alterTable('account_state').addColumn('id_ms', 'bigint', (column) => column.notNull().defaultTo(0)),
  ],
}
