import type { Kysely } from 'kysely'
import type { RecordMigration } from '../recordMigration.ts'

const columns = ['condition', 'location_key', 'tag_fold', 'serial_fold', 'purchase_date'] as const
const amounts = ['purchase_cents', 'replacement_cents'] as const

/** New ids are the last of their type, so one index for all lists costs a create no more than the index that it replaces. */
const indexed = ['account_id', 'gear_type', 'id', 'status', ...columns, ...amounts, 'name_id']

function addColumns(db: Kysely<unknown>) {
  return [
    ...columns.map((name) => db.schema.alterTable('gear').addColumn(name, 'text')),
    ...amounts.map((name) => db.schema.alterTable('gear').addColumn(name, 'bigint')),
  ]
}

/** Columns by which gear is filtered, sorted and searched. They are derived from the records, including those of older servers. */
export const gearToList: RecordMigration = {
  name: '0012_gear_to_list',
  compatibleWith: '0011_record_schema',
  table: 'gear',
  up: (db) => [
    ...addColumns(db),
    db.schema.dropIndex('gear_by_type'),
    db.schema.createIndex('gear_to_list').on('gear').columns(indexed),
  ],
}
