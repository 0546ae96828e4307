import type { Migration } from '../../platform/sql/migrate.ts'

/** Time of the first failed attempt to send a reminder. An earlier version leaves it null; then the time at which it was due counts. */
export const firstFailures: Migration = {
  name: '0031_first_failures',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [db.schema.alterTable('reminder').addColumn('first_failed_at', 'text')],
}
