import type { Migration } from '../../platform/sql/migrate.ts'

/** Problems of the worker and their recipients; daily runs; postponed events. */
export const problems: Migration = {
  name: '0008_problems',
  up: (db) => [
    db.schema
      .createTable('problem')
      .addColumn('problem_id', 'text', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('began_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text'),
    db.schema
      .createIndex('problem_open')
      .unique()
      .on('problem')
      .column('key')
      .where('ended_at' as never, 'is', null),
    db.schema
      .createTable('daily_run')
      .addColumn('execution_id', 'text', (column) => column.primaryKey())
      .addColumn('day', 'text')
      .addColumn('begun_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addColumn('failed', 'text', (column) => column.notNull().defaultTo('[]')),
    db.schema.createIndex('daily_run_begun').on('daily_run').column('begun_at'),
    db.schema
      .createTable('schedule_fault')
      .addColumn('source', 'text', (column) => column.primaryKey())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull()),
    db.schema.alterTable('inbox_todo').addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema.alterTable('inbox_todo').addColumn('next_try_at', 'text'),
  ],
}
