import type { Migration } from '../../platform/sql/migrate.ts'

/**
 * Time of the last evaluation of warranties, and the day on which maintenance plans must check an item. An earlier
 * version leaves these unchanged.
 */
export const automations: Migration = {
  name: '0029_automations',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema.alterTable('coverage_watch').addColumn('began_at', 'text'),
    db.schema.alterTable('coverage_watch').addColumn('ended_at', 'text'),
    db.schema
      .createTable('maintenance_planning')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('run', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('marks', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('is_marking', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('settings', 'text')
      .addColumn('day', 'text')
      .addColumn('all_read_on', 'text')
      .addColumn('read_at', 'text')
      .addColumn('read_marks', 'integer')
      .addColumn('newest_id', 'text')
      .addColumn('total', 'integer')
      .addColumn('gear_tag', 'text')
      .addColumn('maintenance_tag', 'text')
      .addColumn('events_missing', 'integer'),
    db.schema
      .createTable('maintenance_check')
      .addColumn('gear_id', 'text', (column) => column.primaryKey())
      .addColumn('check_on', 'text', (column) => column.notNull())
      .addColumn('mark', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema.createIndex('maintenance_check_day').on('maintenance_check').column('check_on'),
  ],
}
