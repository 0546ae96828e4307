import type { Migration } from '../../platform/sql/migrate.ts'

/** Time since when no run of a scheduled source has ended; see `state/schedules/scheduleWatches.ts`. */
export const scheduleWatch: Migration = {
  name: '0026_schedule_watch',
  compatibleWith: '0024_escalations',
  up: (db) => [
    db.schema
      .createTable('schedule_watch')
      .addColumn('source', 'text', (column) => column.primaryKey())
      .addColumn('cron', 'text', (column) => column.notNull())
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull()),
  ],
}
