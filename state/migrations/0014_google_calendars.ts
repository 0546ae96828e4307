import { sql } from 'kysely'
import type { Migration } from '../../platform/sql/migrate.ts'

/** Shoots in Google Calendar: the calendars, and the event of each shoot. */
export const googleCalendars: Migration = {
  name: '0014_google_calendars',
  up: (db) => [
    db.schema
      .createTable('google_calendar')
      .addColumn('calendar', 'text', (column) => column.primaryKey())
      .addColumn('google_id', 'text')
      .addColumn('mark', 'text', (column) => column.notNull())
      .addColumn('email', 'text')
      .addColumn('requested_at', 'text', (column) => column.notNull()),
    db.schema
      .createTable('google_push')
      .addColumn('google_id', 'text', (column) => column.primaryKey())
      .addColumn('sync_token', 'text')
      .addColumn('reconciled_at', 'text')
      .addColumn('pushed_at', 'text')
      .addColumn('fault', 'text')
      .addColumn('fault_detail', 'text')
      .addColumn('fault_since', 'text'),
    db.schema
      .createTable('google_event')
      .addColumn('google_id', 'text', (column) => column.notNull())
      .addColumn('shoot_id', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(sql.lit(0)))
      .addColumn('is_shown', 'integer', (column) => column.notNull())
      .addColumn('etag', 'text')
      .addColumn('hash', 'text')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('refusal', 'text')
      .addColumn('edited_at', 'text')
      .addPrimaryKeyConstraint('google_event_key', ['google_id', 'shoot_id']),
  ],
}
