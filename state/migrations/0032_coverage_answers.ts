import type { Migration } from '../../platform/sql/migrate.ts'

/** Result of the last requested evaluation of warranties, which later evaluations do not change. An earlier version leaves it null or outdated. */
export const coverageAnswers: Migration = {
  name: '0032_coverage_answers',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [db.schema.alterTable('coverage_watch').addColumn('answer', 'text')],
}
