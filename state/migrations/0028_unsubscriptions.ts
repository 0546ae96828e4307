import type { Migration } from '../../platform/sql/migrate.ts'

/** Addresses at which people unsubscribed from reminders; see `state/reminders/unsubscriptions.ts`. An earlier version reminds them regardless. */
export const unsubscriptions: Migration = {
  name: '0028_unsubscriptions',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema
      .createTable('unsubscription')
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('unsubscription_id', 'text', (column) => column.notNull())
      .addColumn('unsubscribed_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('unsubscription_key', ['person', 'channel', 'recipient']),
  ],
}
