import { type Compilable, type Kysely } from 'kysely'

/** Accounts and their settings. */
export const accounts = (db: Kysely<unknown>): Compilable[] => [
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
]

/** Clock, counters and versions of each account, and responses that are stored for an Idempotency-Key. */
export const accountStates = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('account_state')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('audit_hash', 'text', (column) => column.notNull())
    .addColumn('counters', 'text', (column) => column.notNull())
    .addColumn('clock_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('clock_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('gear_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('gear_removals', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('gear_moves', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('shoots_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('maintenance_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('documents_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('profile_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('next_name_id', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('audit_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('event_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('audit_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('id_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('audit_merged_at', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('record_schema', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('record_schema_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('record_schema_cursor', 'text', (column) => column.notNull().defaultTo('')),
  db.schema
    .createTable('idempotency')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['account_id', 'key']),
  db.schema.createIndex('idempotency_by_time').on('idempotency').columns(['account_id', 'at_ms']),
]

/**
 * API keys, sessions of the console with the codes that begin them, and public halves of the keys with which servers
 * sign requests of the console to the worker.
 */
export const keys = (db: Kysely<unknown>): Compilable[] => [
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
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .addColumn('last_used_ip', 'text')
    .addColumn('replaced_by', 'text'),
  db.schema.createIndex('api_key_of_account').on('api_key').columns(['account_id', 'kind']),
  db.schema
    .createTable('console_session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('owner_key_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('last_used_ip', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text')
    .addColumn('ended_at', 'text'),
  db.schema.createIndex('console_session_of_account').on('console_session').columns(['account_id', 'created_at', 'id']),
  db.schema
    .createTable('console_code')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('owner_key_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text'),
  db.schema
    .createTable('signing_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull()),
]
