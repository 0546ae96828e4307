import type { Migration } from '../../../platform/sql/migrate.ts'

/** Public halves of the keys with which servers sign requests of the console to the worker. */
export const signingKeys: Migration = {
  name: '0015_signing_keys',
  compatibleWith: '0011_record_schema',
  up: (db) => [
    db.schema
      .createTable('signing_key')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull()),
  ],
}
