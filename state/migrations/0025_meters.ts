import type { Migration } from '../../platform/sql/migrate.ts'

/** Readings of meters, and baselines of plans by use. An earlier version has no such plans. */
export const meters: Migration = {
  name: '0025_meters',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema
      .createTable('meter')
      .addColumn('gear_id', 'text', (column) => column.notNull())
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('reading', 'double precision', (column) => column.notNull())
      .addColumn('read_at', 'text', (column) => column.notNull())
      .addColumn('recent', 'text', (column) => column.notNull())
      .addColumn('pending', 'double precision')
      .addColumn('pending_at', 'text')
      .addPrimaryKeyConstraint('meter_key', ['gear_id', 'field']),
    db.schema
      .createTable('meter_baseline')
      .addColumn('gear_id', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('reading', 'double precision', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .addColumn('completed_at', 'text')
      .addPrimaryKeyConstraint('meter_baseline_key', ['gear_id', 'plan']),
  ],
}
