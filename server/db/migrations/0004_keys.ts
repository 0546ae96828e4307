import type { Migration } from '../../../platform/sql/migrate.ts'

const COLUMNS = ['last_used_at', 'last_used_ip', 'replaced_by'] as const

/** Keys know when and whence they were last used, and which key replaced them. */
export const keys: Migration = {
  name: '0004_keys',
  up: (db) => COLUMNS.map((name) => db.schema.alterTable('api_key').addColumn(name, 'text')),
}
