import type { Migration } from '../../../platform/sql/migrate.ts'

/**
 * `starts` is date and time as one sortable text; `fold` is the text that `q` searches. Both columns precede the record, so that searches read less.
 */
export const shoots: Migration = {
  name: '0002_shoots',
  up: (db) => [
    db.schema
      .createTable('shoot')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('starts', 'text', (column) => column.notNull())
      .addColumn('fold', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('shoot_pk', ['account_id', 'id']),
    db.schema.createIndex('shoot_by_start').on('shoot').columns(['account_id', 'starts', 'id']),
    db.schema.createIndex('shoot_by_status').on('shoot').columns(['account_id', 'status', 'starts', 'id']),
  ],
}
