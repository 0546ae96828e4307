import type { Migration } from '../../../platform/sql/migrate.ts'

/**
 * Shoots. `starts` is date and time as one text that sorts (see `record.ts` of shoots); `fold` is what `q` searches. Both stand before the
 * record, so that a search need not read past it. The indexes hold all that lists and totals by status and date look at.
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
