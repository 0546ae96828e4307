import type { Kysely } from 'kysely'
import type { Migration } from '../../platform/sql/migrate.ts'
import type { StateTables } from '../tables/schema.ts'

/** Text of kitroom.yaml in force, adopted texts, and the file of each host. */
export const settings: Migration = {
  name: '0017_settings',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text')
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('adopted_at', 'text', (column) => column.notNull()),
    db.schema
      .createTable('settings_adoption')
      .addColumn('sha256', 'text', (column) => column.primaryKey())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('adopted_at', 'text', (column) => column.notNull()),
    db.schema
      .createTable('settings_host')
      .addColumn('host', 'text', (column) => column.primaryKey())
      .addColumn('files_host', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('label', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('file_sha256', 'text')
      .addColumn('used_sha256', 'text')
      .addColumn('pending_sha256', 'text')
      .addColumn('pending_since', 'text')
      .addColumn('detail', 'text')
      .addColumn('is_running', 'integer', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull()),
    // Keys of problems of settings now contain the host.
    (db as Kysely<Pick<StateTables, 'problem'>>)
      .updateTable('problem')
      .set((row) => ({ ended_at: row.ref('began_at') }))
      .where('key', '=', 'settings')
      .where('ended_at', 'is', null),
  ],
}
