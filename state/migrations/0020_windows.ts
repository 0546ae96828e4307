import { sql } from 'kysely'
import type { Migration } from '../../platform/sql/migrate.ts'

/** Indexes and marks that let periodic checks read only open and new rows, regardless of how many have ended. */
export const windows: Migration = {
  name: '0020_windows',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema.createIndex('run_finished').on('run').column('finished_at'),
    db.schema
      .createIndex('run_wrote')
      .on('run')
      .column('finished_at')
      .where(sql<boolean>`actions > 0 and status in ('completed', 'completed_with_errors', 'stopped')`),
    db.schema.alterTable('coverage').addColumn('settled_end', 'text'),
    db.schema
      .createIndex('coverage_open')
      .on('coverage')
      .column('expires_on')
      .where(sql<boolean>`retired = 0 and (settled_end is null or settled_end <> expires_on)`),
    db.schema.createIndex('coverage_expiry').on('coverage').column('expires_on'),
    db.schema.alterTable('coverage_watch').addColumn('all_listed_on', 'text'),
  ],
}
