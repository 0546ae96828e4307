import type { Migration } from '../../../platform/sql/migrate.ts'

const COLUMNS = ['last_used_at', 'last_used_ip', 'replaced_by'] as const

export const keys: Migration = {
  name: '0004_keys',
  up: (db) => COLUMNS.map((name) => db.schema.alterTable('api_key').addColumn(name, 'text')),
}
