import { sql, type Compilable, type Kysely } from 'kysely'
import { statementsOn } from '../../../../platform/sql/dialects.ts'

/** Columns by which lists of gear are sorted. */
const sortedColumns = [
  'condition',
  'location_key',
  'tag_fold',
  'serial_fold',
  'purchase_date',
  'purchase_cents',
  'replacement_cents',
]

/**
 * Indexes for each order of the inventory. SQLite sorts all items within 35 ms, and there each create would cost a
 * third more CPU.
 */
const gearOrders = (db: Kysely<unknown>): Compilable[] =>
  sortedColumns.map((column) =>
    db.schema.createIndex(`gear_order_${column}`).on('gear').columns(['account_id', column, 'id']),
  )

/** Gear. The columns after `record` are derived from it. */
export const gear = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('gear')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('gear_type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('name_id', 'integer', (column) => column.notNull())
    .addColumn('asset_tag_key', 'text')
    .addColumn('serial_number', 'text')
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('condition', 'text')
    .addColumn('location_key', 'text')
    .addColumn('tag_fold', 'text')
    .addColumn('serial_fold', 'text')
    .addColumn('purchase_date', 'text')
    .addColumn('purchase_cents', 'bigint')
    .addColumn('replacement_cents', 'bigint')
    .addPrimaryKeyConstraint('gear_pk', ['account_id', 'id']),
  db.schema.createIndex('gear_by_status').on('gear').columns(['account_id', 'status', 'id', 'gear_type']),
  db.schema.createIndex('gear_by_name').on('gear').columns(['account_id', 'name_id', 'id', 'gear_type', 'status']),
  db.schema
    .createIndex('gear_by_tag')
    .unique()
    .on('gear')
    .columns(['account_id', 'asset_tag_key'])
    .where(sql.ref('asset_tag_key'), 'is not', null),
  db.schema
    .createIndex('gear_by_serial')
    .on('gear')
    .columns(['account_id', 'serial_number'])
    .where(sql.ref('serial_number'), 'is not', null),
  // New ids are the last of their type, so one index for all lists costs a create little.
  db.schema
    .createIndex('gear_to_list')
    .on('gear')
    .columns(['account_id', 'gear_type', 'id', 'status', ...sortedColumns, 'name_id']),
  ...statementsOn('postgres', db, gearOrders),
  db.schema
    .createTable('gear_name')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'integer', (column) => column.notNull())
    .addColumn('fold', 'text', (column) => column.notNull())
    .addColumn('items', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('gear_name_pk', ['account_id', 'id'])
    .addUniqueConstraint('gear_name_fold', ['account_id', 'fold']),
]

/** Shoots. `starts` is date and time as one sortable text, and `fold` the text that `q` searches. */
export const shoots = (db: Kysely<unknown>): Compilable[] => [
  // Both columns precede the record, so that searches read less.
  db.schema
    .createTable('shoot')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('starts', 'text', (column) => column.notNull())
    .addColumn('fold', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('shoot_pk', ['account_id', 'id']),
  db.schema.createIndex('shoot_by_start').on('shoot').columns(['account_id', 'starts', 'id']),
  db.schema.createIndex('shoot_by_status').on('shoot').columns(['account_id', 'status', 'starts', 'id']),
]

/** Maintenance, documents, and records that were deleted with their item. */
export const related = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('maintenance')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('gear_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('service_date', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('item_type', 'text', (column) => column.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('maintenance_pk', ['account_id', 'id']),
  db.schema.createIndex('maintenance_by_gear').on('maintenance').columns(['account_id', 'gear_id', 'id']),
  db.schema
    .createIndex('maintenance_by_date')
    .on('maintenance')
    .columns(['account_id', 'service_date', 'id', 'status', 'item_type']),
  db.schema
    .createIndex('maintenance_by_status')
    .on('maintenance')
    .columns(['account_id', 'status', 'service_date', 'id', 'item_type']),
  db.schema
    .createIndex('maintenance_by_type')
    .on('maintenance')
    .columns(['account_id', 'item_type', 'service_date', 'id', 'status']),
  db.schema
    .createTable('document')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('gear_id', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    // Documents that do not expire have a date later than any other, so that both databases sort them last.
    .addColumn('expires_key', 'text', (column) => column.notNull().defaultTo('9999-12-31'))
    .addPrimaryKeyConstraint('document_pk', ['account_id', 'id']),
  db.schema.createIndex('document_by_gear').on('document').columns(['account_id', 'gear_id', 'id']),
  db.schema.createIndex('document_by_expiry').on('document').columns(['account_id', 'expires_key', 'id', 'type']),
  db.schema.createIndex('document_by_type').on('document').columns(['account_id', 'type', 'expires_key', 'id']),
  db.schema
    .createTable('deleted_record')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('gear_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deleted_record_pk', ['account_id', 'id']),
  db.schema.createIndex('deleted_record_gear').on('deleted_record').columns(['account_id', 'gear_id']),
  db.schema.createIndex('deleted_record_age').on('deleted_record').columns(['deleted_at']),
]
