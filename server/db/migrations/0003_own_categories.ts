import { sql } from 'kysely'
import type { RecordMigration } from '../recordMigration.ts'

/** Categories that accounts add for their accessories, and the category by which lists filter and deletions count. */
export const ownCategories: RecordMigration = {
  name: '0003_own_categories',
  compatibleWith: '0002_own_fields',
  table: 'gear',
  up: (db) => [
    db.schema
      .createTable('gear_category')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('gear_category_pk', ['account_id', 'id']),
    db.schema.createIndex('gear_category_by_name').unique().on('gear_category').columns(['account_id', 'name']),
    db.schema.alterTable('gear').addColumn('category', 'text'),
    db.schema
      .createIndex('gear_by_category')
      .on('gear')
      .columns(['account_id', 'category', 'id'])
      .where(sql.ref('category'), 'is not', null),
  ],
}
