import type { Migration } from '../../platform/sql/migrate.ts'

/** Sign-ins of people to Google. Secrets are sealed. */
export const googleSignIns: Migration = {
  name: '0012_google_sign_ins',
  up: (db) => [
    db.schema
      .createTable('google_sign_in')
      .addColumn('purpose', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text')
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('picked_file_ids', 'text', (column) => column.notNull())
      .addColumn('signed_in_at', 'text', (column) => column.notNull()),
  ],
}
