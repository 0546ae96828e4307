import { sql } from 'kysely'
import type { Migration } from '../../platform/sql/migrate.ts'

/** Calendars of other records than shoots: their kind, the reading of their items, and the fault of an unreadable kind. */
export const calendarKinds: Migration = {
  name: '0015_calendar_kinds',
  up: (db) => [
    db.schema
      .alterTable('calendar_shoot')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo(sql.lit('shoots'))),
    db.schema.alterTable('calendar_read').addColumn('items_etag', 'text'),
    db.schema
      .createTable('calendar_fault')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull()),
  ],
}
