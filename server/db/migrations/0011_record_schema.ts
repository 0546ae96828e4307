import type { Migration } from '../../../platform/sql/migrate.ts'

/** Progress of record migrations; see `server/db/recordSchema.ts`. */
export const recordSchema: Migration = {
  name: '0011_record_schema',
  up: (db) => [
    db.schema
      .alterTable('account_state')
      .addColumn('record_schema', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema
      .alterTable('account_state')
      .addColumn('record_schema_seq', 'bigint', (column) => column.notNull().defaultTo(0)),
    db.schema
      .alterTable('account_state')
      .addColumn('record_schema_cursor', 'text', (column) => column.notNull().defaultTo('')),
  ],
}
