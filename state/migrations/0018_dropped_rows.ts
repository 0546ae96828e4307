import { sql } from 'kysely'
import type { Migration } from '../../platform/sql/migrate.ts'

/** Number of dropped unchanged rows of a run's plan, and a mark for runs that were searched for them. */
export const droppedRows: Migration = {
  name: '0018_dropped_rows',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema
      .alterTable('run')
      .addColumn('dropped_rows', 'integer', (column) => column.notNull().defaultTo(sql.lit(0))),
    db.schema.alterTable('run').addColumn('trimmed', 'integer', (column) => column.notNull().defaultTo(sql.lit(0))),
    db.schema
      .createIndex('run_untrimmed')
      .on('run')
      .columns(['source', 'run_id'])
      .where('trimmed' as never, '=', sql.lit(0)),
  ],
}
