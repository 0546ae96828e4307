import type { Migration } from '../../platform/sql/migrate.ts'

/** Reminders that are only sent if nobody acts first. An earlier version sends them with its next message to that person. */
export const escalations: Migration = {
  name: '0024_escalations',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [db.schema.alterTable('reminder').addColumn('not_before', 'text')],
}
