import type { Migration } from '../../platform/sql/migrate.ts'

/** Webhook events and the topics that still have to handle them. */
export const inbox: Migration = {
  name: '0004_inbox',
  up: (db) => [
    db.schema
      .createTable('inbox')
      .addColumn('webhook_id', 'text', (column) => column.primaryKey())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('record_id', 'text')
      .addColumn('body', 'text')
      .addColumn('received_at', 'text', (column) => column.notNull()),
    db.schema.createIndex('inbox_received').on('inbox').column('received_at'),
    db.schema
      .createTable('inbox_todo')
      .addColumn('webhook_id', 'text', (column) => column.notNull().references('inbox.webhook_id').onDelete('cascade'))
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('inbox_todo_pk', ['webhook_id', 'topic']),
    db.schema.createIndex('inbox_todo_order').on('inbox_todo').columns(['topic', 'received_at', 'webhook_id']),
  ],
}
