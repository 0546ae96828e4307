import type { Migration } from '../../platform/sql/migrate.ts'

/** Calendars: shoots with event state, the last reading, and feeds. */
export const calendar: Migration = {
  name: '0007_calendar',
  up: (db) => [
    db.schema
      .createTable('calendar_shoot')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('record', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('modified_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addColumn('status_shown', 'text', (column) => column.notNull())
      .addColumn('deleted', 'integer', (column) => column.notNull()),
    db.schema
      .createTable('calendar_read')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('etag', 'text')
      .addColumn('from_day', 'text', (column) => column.notNull())
      .addColumn('epoch', 'text', (column) => column.notNull())
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('read_at', 'text', (column) => column.notNull()),
    db.schema
      .createTable('calendar_feed')
      .addColumn('calendar', 'text', (column) => column.primaryKey())
      .addColumn('token_sha256', 'text')
      .addColumn('issued_at', 'text')
      .addColumn('fetched_at', 'text')
      .addColumn('content_sha256', 'text')
      .addColumn('modified_at', 'text')
      .addColumn('default_minutes', 'integer', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull()),
  ],
}
