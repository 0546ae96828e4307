import { sql } from 'kysely'
import type { Migration } from '../../platform/sql/migrate.ts'

/** Attempt of planning that wrote a row, and the run's newest attempt. */
export const planAttempts: Migration = {
  name: '0016_plan_attempts',
  up: (db) => [
    db.schema
      .alterTable('run')
      .addColumn('plan_attempt', 'integer', (column) => column.notNull().defaultTo(sql.lit(0))),
    db.schema
      .alterTable('plan_row')
      .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(sql.lit(0))),
  ],
}
