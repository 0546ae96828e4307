import type { Migration } from '../../platform/sql/migrate.ts'

/** Due records of plans, and items in service. */
export const maintenance: Migration = {
  name: '0006_maintenance',
  up: (db) => [
    db.schema
      .createTable('planned_service')
      .addColumn('gear_id', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('due_on', 'text', (column) => column.notNull())
      .addColumn('maintenance_id', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('planned_service_pk', ['gear_id', 'plan', 'due_on']),
    db.schema
      .createTable('seen_service')
      .addColumn('gear_id', 'text', (column) => column.notNull())
      .addColumn('maintenance_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('seen_service_pk', ['gear_id', 'maintenance_id']),
    db.schema
      .createTable('service_hold')
      .addColumn('gear_id', 'text', (column) => column.primaryKey())
      .addColumn('status_before', 'text', (column) => column.notNull())
      .addColumn('doing', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull()),
  ],
}
