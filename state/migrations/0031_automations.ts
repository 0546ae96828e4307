import type { Migration } from '../../platform/sql/migrate.ts'

/** When warranties and insurances were last evaluated. An earlier version leaves the times as they are. */
export const automations: Migration = {
  name: '0031_automations',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema.alterTable('coverage_watch').addColumn('began_at', 'text'),
    db.schema.alterTable('coverage_watch').addColumn('ended_at', 'text'),
  ],
}
