import type { Migration } from '../../platform/sql/migrate.ts'

/** Writing into Google Sheets: what a run wrote, and a quota of writes beside that of reads. */
export const writeBack: Migration = {
  name: '0013_write_back',
  up: (db) => [
    db.schema.alterTable('run').addColumn('write_back', 'text'),
    db.schema.alterTable('google_read').addColumn('kind', 'text', (column) => column.notNull().defaultTo('read')),
  ],
}
