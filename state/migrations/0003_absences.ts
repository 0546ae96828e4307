import type { Migration } from '../../platform/sql/migrate.ts'

/** How often an item was absent in a row, why a run counts no absences, and which run another takes back. */
export const absences: Migration = {
  name: '0003_absences',
  up: (db) => [
    db.schema.alterTable('binding').addColumn('absences', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema.alterTable('run').addColumn('held', 'text'),
    db.schema.alterTable('run').addColumn('undoes', 'text'),
  ],
}
