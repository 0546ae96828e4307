import type { Migration } from '../../platform/sql/migrate.ts'

/** Absence counts of items, reasons why a run does not count absences, and undone runs. */
export const absences: Migration = {
  name: '0003_absences',
  up: (db) => [
    db.schema.alterTable('binding').addColumn('absences', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema.alterTable('run').addColumn('held', 'text'),
    db.schema.alterTable('run').addColumn('undoes', 'text'),
  ],
}
