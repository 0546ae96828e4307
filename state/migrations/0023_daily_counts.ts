import type { Migration } from '../../platform/sql/migrate.ts'

/** Counts of each daily run. */
export const dailyCounts: Migration = {
  name: '0023_daily_counts',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema.alterTable('daily_run').addColumn('counts', 'text', (column) => column.notNull().defaultTo('{}')),
  ],
}
