import type { Migration } from '../../../platform/sql/migrate.ts'

/** Deleted gear items with their deleted records. They can be restored as long as events are stored. */
export const deletedRecords: Migration = {
  name: '0009_deleted_records',
  up: (db) => [
    db.schema
      .createTable('deleted_record')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('gear_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('deleted_record_pk', ['account_id', 'id']),
    db.schema.createIndex('deleted_record_gear').on('deleted_record').columns(['account_id', 'gear_id']),
    db.schema.createIndex('deleted_record_age').on('deleted_record').columns(['deleted_at']),
  ],
}
