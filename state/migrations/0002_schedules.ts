import type { Migration } from '../../platform/sql/migrate.ts'

/** Schedules: leases, the last known state, and the runs started. */
export const schedules: Migration = {
  name: '0002_schedules',
  up: (db) => [
    db.schema
      .createTable('lease')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull()),
    db.schema
      .createTable('schedule')
      .addColumn('source', 'text', (column) => column.primaryKey())
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('paused', 'integer', (column) => column.notNull())
      .addColumn('note', 'text'),
    db.schema.alterTable('run').addColumn('scheduled_by', 'text'),
    db.schema.createIndex('run_scheduled_by').unique().on('run').column('scheduled_by'),
  ],
}
