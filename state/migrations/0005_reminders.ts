import type { Migration } from '../../platform/sql/migrate.ts'

/** The ledger of reminders, with delivery state. */
export const reminders: Migration = {
  name: '0005_reminders',
  up: (db) => [
    db.schema
      .createTable('reminder')
      .addColumn('message_id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('due_on', 'text', (column) => column.notNull())
      .addColumn('step', 'integer', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('pending'))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_try_at', 'text', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'text')
      .addColumn('mail_id', 'text')
      .addColumn('claimed_by', 'text')
      .addColumn('claimed_until', 'text')
      .addColumn('handed_over', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('resent', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema
      .createIndex('reminder_key')
      .unique()
      .on('reminder')
      .columns(['kind', 'subject', 'due_on', 'step', 'channel', 'recipient']),
    db.schema.createIndex('reminder_state').on('reminder').columns(['state', 'channel', 'next_try_at']),
    db.schema.createIndex('reminder_created').on('reminder').columns(['created_at', 'message_id']),
  ],
}
