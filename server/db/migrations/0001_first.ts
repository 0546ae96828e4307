import { sql, type Compilable, type Kysely } from 'kysely'
import type { Migration } from '../../../platform/sql/migrate.ts'

type Db = Kysely<unknown>

const accounts = (db: Db): Compilable[] => [
  db.schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('profile')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('full_name', 'text')
    .addColumn('email', 'text')
    .addColumn('city', 'text')
    .addColumn('state', 'text')
    .addColumn('country', 'text')
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('timezone', 'text', (column) => column.notNull())
    .addColumn('subscription_tier', 'text', (column) => column.notNull())
    .addColumn('subscription_status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('studio_profile')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('business_name', 'text')
    .addColumn('business_email', 'text')
    .addColumn('business_phone', 'text')
    .addColumn('default_currency', 'text')
    .addColumn('default_payment_terms', 'text')
    .addColumn('default_tax_rate', 'double precision')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('last4', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('rate_per_second', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text'),
  db.schema.createIndex('api_key_of_account').on('api_key').columns(['account_id', 'kind']),
]

const VERSIONS = [
  'clock_ms',
  'clock_seq',
  'gear_version',
  'gear_removals',
  'gear_moves',
  'shoots_version',
  'maintenance_version',
  'documents_version',
  'profile_version',
  'next_name_id',
  'audit_seq',
  'event_seq',
]

function accountState(db: Db): Compilable {
  let table = db.schema
    .createTable('account_state')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('audit_hash', 'text', (column) => column.notNull())
    .addColumn('counters', 'text', (column) => column.notNull())
  for (const name of VERSIONS)
    table = table.addColumn(name as 'clock_ms', 'bigint', (column) => column.notNull().defaultTo(0))
  return table
}

const gear = (db: Db): Compilable[] => [
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
    .addPrimaryKeyConstraint('gear_pk', ['account_id', 'id']),
  db.schema.createIndex('gear_by_type').on('gear').columns(['account_id', 'gear_type', 'id']),
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
  db.schema
    .createTable('gear_name')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'integer', (column) => column.notNull())
    .addColumn('fold', 'text', (column) => column.notNull())
    .addColumn('items', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('gear_name_pk', ['account_id', 'id'])
    .addUniqueConstraint('gear_name_fold', ['account_id', 'fold']),
]

const related = (db: Db): Compilable[] => [
  db.schema
    .createTable('maintenance')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('gear_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('service_date', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('maintenance_pk', ['account_id', 'id']),
  db.schema.createIndex('maintenance_by_gear').on('maintenance').columns(['account_id', 'gear_id', 'id']),
  db.schema
    .createTable('document')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('gear_id', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('expires_on', 'text')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_pk', ['account_id', 'id']),
  db.schema.createIndex('document_by_gear').on('document').columns(['account_id', 'gear_id', 'id']),
]

const logs = (db: Db): Compilable[] => [
  db.schema
    .createTable('event')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_pk', ['account_id', 'seq']),
  db.schema
    .createTable('audit')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .addColumn('entry', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_pk', ['account_id', 'seq']),
  db.schema
    .createTable('audit_link')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('first_seq', 'bigint', (column) => column.notNull())
    .addColumn('rows_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_link_pk', ['account_id', 'last_seq']),
  db.schema
    .createTable('idempotency')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['account_id', 'key']),
]

export const first: Migration = {
  name: '0001_first',
  up: (db) => [...accounts(db), accountState(db), ...gear(db), ...related(db), ...logs(db)],
}
