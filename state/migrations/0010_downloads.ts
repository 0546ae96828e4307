import type { Migration } from '../../platform/sql/migrate.ts'

/** The last download of each source, for conditional requests. It is deleted with its sheet. */
export const downloads: Migration = {
  name: '0010_downloads',
  up: (db) => [
    db.schema
      .createTable('download')
      .addColumn('source', 'text', (column) => column.primaryKey())
      .addColumn('location_sha256', 'text', (column) => column.notNull())
      .addColumn('url_sha256', 'text', (column) => column.notNull())
      .addColumn('etag', 'text')
      .addColumn('last_modified', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull().references('staged.sha256').onDelete('cascade')),
  ],
}
