import type { Migration } from '../../platform/sql/migrate.ts'

/** Signed requests of the console that were accepted; see `state/hosts/consoleRequests.ts`. An earlier version accepts none. */
export const consoleRequests: Migration = {
  name: '0033_console_requests',
  compatibleWith: '0016_plan_attempts',
  up: (db) => [
    db.schema
      .createTable('console_request')
      .addColumn('signing_key_id', 'text', (column) => column.notNull())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('accepted_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('console_request_key', ['signing_key_id', 'sequence']),
  ],
}
