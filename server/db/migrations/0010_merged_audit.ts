import type { Migration } from '../../../platform/sql/migrate.ts'

/** Up to which moment an account's reads and refusals have been merged into counts. */
export const mergedAudit: Migration = {
  name: '0010_merged_audit',
  up: (db) => [db.schema.alterTable('account_state').addColumn('audit_merged_at', 'text', (column) => column.notNull().defaultTo(''))],
}
