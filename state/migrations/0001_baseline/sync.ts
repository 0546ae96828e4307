import { sql, type Compilable, type Kysely } from 'kysely'

/** Bytes of sheets, uploads, and the last download of each source for conditional requests. */
export const sheets = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('staged')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('staged_chunk')
    .addColumn('sha256', 'text', (column) => column.notNull().references('staged.sha256').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('content', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('staged_chunk_pk', ['sha256', 'number']),
  db.schema
    .createTable('upload')
    .addColumn('upload_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().references('staged.sha256').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('download')
    .addColumn('source', 'text', (column) => column.primaryKey())
    .addColumn('location_sha256', 'text', (column) => column.notNull())
    .addColumn('url_sha256', 'text', (column) => column.notNull())
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().references('staged.sha256').onDelete('cascade')),
]

/** Runs: syncs, undone syncs and bulk edits. */
export const runs = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('run')
    .addColumn('run_id', 'text', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('planning'))
    .addColumn('phase', 'text', (column) => column.notNull().defaultTo('reading'))
    .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('total', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('decide', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('currency', 'text')
    .addColumn('read', 'text')
    .addColumn('counts', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('missing', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('results', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('reason', 'text')
    .addColumn('actions', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failures_in_a_row', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('planned_at', 'text')
    .addColumn('listed_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('scheduled_by', 'text')
    .addColumn('held', 'text')
    .addColumn('undoes', 'text')
    .addColumn('write_back', 'text')
    .addColumn('plan_attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('dropped_rows', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('trimmed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('decided_by', 'text')
    .addColumn('edit', 'text'),
  db.schema.createIndex('run_by_source').on('run').columns(['source', 'run_id']),
  // This index guarantees at most one open run per source.
  db.schema.createIndex('run_open').unique().on('run').columns(['source']).where(sql.ref('finished_at'), 'is', null),
  db.schema.createIndex('run_scheduled_by').unique().on('run').columns(['scheduled_by']),
  db.schema
    .createIndex('run_untrimmed')
    .on('run')
    .columns(['source', 'run_id'])
    .where(sql.ref('trimmed'), '=', sql.lit(0)),
  db.schema.createIndex('run_finished').on('run').columns(['finished_at']),
  db.schema
    .createIndex('run_wrote')
    .on('run')
    .columns(['finished_at'])
    .where(sql<boolean>`actions > 0 and status in ('completed', 'completed_with_errors', 'stopped')`),
]

/** Plans of runs: their rows, results of rows, and the chosen items of bulk edits. */
export const plans = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('plan_row')
    .addColumn('run_id', 'text', (column) => column.notNull().references('run.run_id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('row', 'integer', (column) => column.notNull())
    .addColumn('action', 'integer')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('key_fold', 'text')
    .addColumn('gear_id', 'text')
    .addColumn('judged_at', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('base', 'text')
    .addColumn('asset_tag', 'text')
    .addColumn('serial_number', 'text')
    .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('plan_row_pk', ['run_id', 'position']),
  db.schema
    .createIndex('plan_row_action')
    .on('plan_row')
    .columns(['run_id', 'action'])
    .where(sql.ref('action'), 'is not', null),
  db.schema.createIndex('plan_row_key').on('plan_row').columns(['run_id', 'key_fold', 'row']),
  db.schema
    .createTable('row_result')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('gear_id', 'text')
    .addColumn('error', 'text')
    .addColumn('finished_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('row_result_pk', ['run_id', 'position'])
    .addForeignKeyConstraint('row_result_row', ['run_id', 'position'], 'plan_row', ['run_id', 'position'], (key) =>
      key.onDelete('cascade'),
    ),
  db.schema
    .createTable('edit_item')
    .addColumn('run_id', 'text', (column) => column.notNull().references('run.run_id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('gear_id', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text')
    .addColumn('is_excluded', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('edit_item_pk', ['run_id', 'position']),
]

/** Bindings of rows to items. */
export const bindings = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('binding')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('key_fold', 'text', (column) => column.notNull())
    .addColumn('gear_id', 'text', (column) => column.notNull())
    .addColumn('base', 'text', (column) => column.notNull())
    .addColumn('asset_tag', 'text')
    .addColumn('serial_number', 'text')
    .addColumn('last_seen_run', 'text', (column) => column.notNull())
    .addColumn('last_row', 'integer')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('absences', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('binding_pk', ['source', 'key_fold']),
  db.schema.createIndex('binding_gear').on('binding').columns(['gear_id', 'source']),
]
