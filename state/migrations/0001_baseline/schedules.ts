import { type Compilable, type Kysely } from 'kysely'

/** Schedules of sources, and daily runs. */
export const schedules = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('schedule')
    .addColumn('source', 'text', (column) => column.primaryKey())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('paused', 'integer', (column) => column.notNull())
    .addColumn('note', 'text'),
  db.schema
    .createTable('schedule_watch')
    .addColumn('source', 'text', (column) => column.primaryKey())
    .addColumn('cron', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull()),
  db.schema
    .createTable('schedule_fault')
    .addColumn('source', 'text', (column) => column.primaryKey())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull()),
  db.schema
    .createTable('daily_run')
    .addColumn('execution_id', 'text', (column) => column.primaryKey())
    .addColumn('day', 'text')
    .addColumn('begun_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('failed', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('counts', 'text', (column) => column.notNull().defaultTo('{}')),
  db.schema.createIndex('daily_run_begun').on('daily_run').columns(['begun_at']),
]
