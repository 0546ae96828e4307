import type { Migration } from '../../platform/sql/migrate.ts'

/** Reminders that wait whether anybody acts first. An earlier version sends them at once when it sends anything to that person. */
export const escalations: Migration = {
  name: '0024_escalations',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [db.schema.alterTable('reminder').addColumn('not_before', 'text')],
}
