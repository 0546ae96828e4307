import { type Compilable, type Kysely } from 'kysely'

/** The ledger of reminders, answers to them, and who gets none. */
export const reminders = (db: Kysely<unknown>): Compilable[] => [
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
    .addColumn('resent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('not_before', 'text')
    .addColumn('first_failed_at', 'text'),
  db.schema
    .createIndex('reminder_key')
    .unique()
    .on('reminder')
    .columns(['kind', 'subject', 'due_on', 'step', 'channel', 'recipient']),
  db.schema.createIndex('reminder_state').on('reminder').columns(['state', 'channel', 'next_try_at']),
  db.schema.createIndex('reminder_created').on('reminder').columns(['created_at', 'message_id']),
  db.schema
    .createTable('reminder_answer')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('snoozed_until', 'text')
    .addColumn('answered_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('reminder_answer_key', ['kind', 'subject', 'due_on']),
  db.schema
    .createTable('unsubscription')
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('unsubscription_id', 'text', (column) => column.notNull())
    .addColumn('unsubscribed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('unsubscription_key', ['person', 'channel', 'recipient']),
  db.schema
    .createTable('channel_pause')
    .addColumn('channel', 'text', (column) => column.primaryKey())
    .addColumn('until', 'text')
    .addColumn('fingerprint', 'text')
    .addColumn('error', 'text', (column) => column.notNull()),
]
