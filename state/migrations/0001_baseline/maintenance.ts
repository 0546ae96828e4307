import { sql, type Compilable, type Kysely } from 'kysely'

/** Due records of plans, items in service, and meters. */
export const maintenance = (db: Kysely<unknown>): Compilable[] => [
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
]

/** Progress of maintenance plans, and the days on which they must check an item. */
export const planning = (db: Kysely<unknown>): Compilable[] => [
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
  db.schema.createIndex('maintenance_check_day').on('maintenance_check').columns(['check_on']),
]

/** End dates of coverage, and the state of its evaluation. */
export const coverage = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('coverage')
    .addColumn('document_id', 'text', (column) => column.primaryKey())
    .addColumn('expires_on', 'text', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('settled_end', 'text'),
  db.schema.createIndex('coverage_end').on('coverage').columns(['retired', 'expires_on']),
  db.schema
    .createIndex('coverage_open')
    .on('coverage')
    .columns(['expires_on'])
    .where(sql<boolean>`retired = 0 and (settled_end is null or settled_end <> expires_on)`),
  db.schema.createIndex('coverage_expiry').on('coverage').columns(['expires_on']),
  db.schema
    .createTable('coverage_watch')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('listed_on', 'text')
    .addColumn('asked', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('asked_day', 'text')
    .addColumn('answered', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('counts', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('error', 'text')
    .addColumn('settings', 'text')
    .addColumn('next_at', 'text')
    .addColumn('synced_at', 'text')
    .addColumn('held_since', 'text')
    .addColumn('all_listed_on', 'text')
    .addColumn('began_at', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('answer', 'text'),
]
