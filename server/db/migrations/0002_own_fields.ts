import { sql, type Kysely } from 'kysely'
import { statementsOn } from '../../../platform/sql/dialects.ts'
import type { Migration } from '../../../platform/sql/migrate.ts'

/** The primary key is the order of lists, so that a create adds to one tree only. */
const values = (db: Kysely<unknown>) =>
  db.schema
    .createTable('gear_field_value')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('gear_id', 'text', (column) => column.notNull())
    .addColumn('unique_key', 'text')
    .addPrimaryKeyConstraint('gear_field_value_pk', ['account_id', 'field', 'key', 'gear_id'])

/** Fields that accounts define for their gear, and the values by which lists filter and sort. */
export const ownFields: Migration = {
  name: '0002_own_fields',
  compatibleWith: '0001_baseline',
  up: (db) => [
    db.schema
      .createTable('gear_field')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('gear_type', 'text')
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('unit', 'text')
      .addColumn('choices', 'text')
      .addColumn('is_unique', 'integer', (column) => column.notNull())
      .addColumn('is_filterable', 'integer', (column) => column.notNull())
      .addColumn('help', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('cursor', 'text', (column) => column.notNull())
      .addColumn('actor', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('gear_field_pk', ['account_id', 'id']),
    db.schema.createIndex('gear_field_by_name').unique().on('gear_field').columns(['account_id', 'name']),
    ...statementsOn('sqlite', db, () => [values(db).modifyEnd(sql`without rowid`)]),
    ...statementsOn('postgres', db, () => [values(db)]),
    db.schema
      .createIndex('gear_field_value_unique')
      .unique()
      .on('gear_field_value')
      .columns(['account_id', 'field', 'unique_key'])
      .where(sql.ref('unique_key'), 'is not', null),
    db.schema.alterTable('gear').addColumn('fields_fold', 'text'),
    db.schema
      .alterTable('account_state')
      .addColumn('fields_version', 'bigint', (column) => column.notNull().defaultTo(0)),
  ],
}
