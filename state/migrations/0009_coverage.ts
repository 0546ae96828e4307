import type { Migration } from '../../platform/sql/migrate.ts'

/** End dates of coverage, and the state of its evaluation. */
export const coverage: Migration = {
  name: '0009_coverage',
  up: (db) => [
    db.schema
      .createTable('coverage')
      .addColumn('document_id', 'text', (column) => column.primaryKey())
      .addColumn('expires_on', 'text', (column) => column.notNull())
      .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema.createIndex('coverage_end').on('coverage').columns(['retired', 'expires_on']),
    db.schema
      .createTable('coverage_watch')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('listed_on', 'text')
      .addColumn('asked', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('asked_day', 'text')
      .addColumn('answered', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('counts', 'text', (column) => column.notNull().defaultTo('{}'))
      .addColumn('error', 'text')
      .addColumn('settings', 'text')
      .addColumn('next_at', 'text')
      .addColumn('synced_at', 'text')
      .addColumn('held_since', 'text'),
  ],
}
