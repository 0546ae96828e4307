import type { Migration } from '../../platform/sql/migrate.ts'

/** Person who decided about a plan by a link. An earlier version leaves it empty. */
export const decidedBy: Migration = {
  name: '0027_decided_by',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [db.schema.alterTable('run').addColumn('decided_by', 'text')],
}
