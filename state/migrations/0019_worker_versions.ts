import type { Migration } from '../../platform/sql/migrate.ts'

/** Versions of the workers that run now; see `state/hosts/workerVersions.ts`. */
export const workerVersions: Migration = {
  name: '0019_worker_versions',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema
      .createTable('worker_version')
      .addColumn('worker_id', 'text', (column) => column.primaryKey())
      .addColumn('build_id', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull()),
  ],
}
