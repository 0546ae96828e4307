import type { Migration } from '../../platform/sql/migrate.ts'

/** Reads of the Google Sheets API in the last minute, by credential. Several workers share its quota. */
export const googleReads: Migration = {
  name: '0011_google_reads',
  up: (db) => [
    db.schema
      .createTable('google_read')
      .addColumn('read_id', 'text', (column) => column.primaryKey())
      .addColumn('credential', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull()),
    db.schema.createIndex('google_read_at').on('google_read').columns(['credential', 'at']),
  ],
}
