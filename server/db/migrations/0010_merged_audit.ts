import type { Migration } from '../../../platform/sql/migrate.ts'

/** The time up to which reads and refusals of an account are merged. */
export const mergedAudit: Migration = {
  name: '0010_merged_audit',
  up: (db) => [
    db.schema
      .alterTable('account_state')
      .addColumn('audit_merged_at', 'text', (column) => column.notNull().defaultTo('')),
  ],
}
