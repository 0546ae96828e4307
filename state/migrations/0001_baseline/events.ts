import { sql, type Compilable, type Kysely } from 'kysely'

/** Events of webhooks with the topics that still have to handle them, and problems of the worker. */
export const events = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('inbox')
    .addColumn('webhook_id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text')
    .addColumn('body', 'text')
    .addColumn('received_at', 'text', (column) => column.notNull()),
  db.schema.createIndex('inbox_received').on('inbox').columns(['received_at']),
  db.schema
    .createTable('inbox_todo')
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('inbox.webhook_id').onDelete('cascade'))
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', 'text')
    .addPrimaryKeyConstraint('inbox_todo_pk', ['webhook_id', 'topic']),
  db.schema.createIndex('inbox_todo_order').on('inbox_todo').columns(['topic', 'received_at', 'webhook_id']),
  db.schema
    .createTable('problem')
    .addColumn('problem_id', 'text', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('translations', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('began_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text'),
  db.schema.createIndex('problem_open').unique().on('problem').columns(['key']).where(sql.ref('ended_at'), 'is', null),
]
