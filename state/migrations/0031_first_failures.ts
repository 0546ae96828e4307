import type { Migration } from '../../platform/sql/migrate.ts'

/** When an attempt to send a reminder first failed. An earlier version leaves it null, and the moment at which it was due counts. */
export const firstFailures: Migration = {
  name: '0031_first_failures',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [db.schema.alterTable('reminder').addColumn('first_failed_at', 'text')],
}
