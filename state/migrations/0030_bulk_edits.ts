import { sql } from 'kysely'
import type { Migration } from '../../platform/sql/migrate.ts'

/** Bulk edits: the changes of a run, and its chosen items. An earlier version leaves such runs unchanged. */
export const bulkEdits: Migration = {
  name: '0030_bulk_edits',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema.alterTable('run').addColumn('edit', 'text'),
    db.schema
      .createTable('edit_item')
      .addColumn('run_id', 'text', (column) => column.notNull().references('run.run_id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('gear_id', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text')
      .addColumn('is_excluded', 'integer', (column) => column.notNull().defaultTo(sql.lit(0)))
      .addPrimaryKeyConstraint('edit_item_pk', ['run_id', 'position']),
  ],
}
