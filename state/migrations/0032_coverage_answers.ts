import type { Migration } from '../../platform/sql/migrate.ts'

/** What the last requested evaluation of warranties found, which later evaluations leave as it is. An earlier version leaves it null or outdated. */
export const coverageAnswers: Migration = {
  name: '0032_coverage_answers',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [db.schema.alterTable('coverage_watch').addColumn('answer', 'text')],
}
