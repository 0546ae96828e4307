import type { Migration } from '../../../platform/sql/migrate.ts'

/** Sessions of the console and the codes of its links, with hashes only. */
export const consoleSessions: Migration = {
  name: '0013_console_sessions',
  compatibleWith: '0011_record_schema',
  up: (db) => [
    db.schema
      .createTable('console_session')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('api_key_id', 'text', (column) => column.notNull())
      .addColumn('owner_key_id', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text', (column) => column.notNull())
      .addColumn('last_used_ip', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text')
      .addColumn('ended_at', 'text'),
    db.schema
      .createIndex('console_session_of_account')
      .on('console_session')
      .columns(['account_id', 'created_at', 'id']),
    db.schema
      .createTable('console_code')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('api_key_id', 'text', (column) => column.notNull())
      .addColumn('owner_key_id', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text'),
  ],
}
