import { type Compilable, type Kysely } from 'kysely'

/** Facts about the database and its workers, and the text of kitroom.yaml in force with the files of the hosts. */
export const hosts = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('fact')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull()),
  db.schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('worker_version')
    .addColumn('worker_id', 'text', (column) => column.primaryKey())
    .addColumn('build_id', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text')
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('adopted_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('settings_adoption')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('adopted_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('settings_host')
    .addColumn('host', 'text', (column) => column.primaryKey())
    .addColumn('files_host', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('file_sha256', 'text')
    .addColumn('used_sha256', 'text')
    .addColumn('pending_sha256', 'text')
    .addColumn('pending_since', 'text')
    .addColumn('detail', 'text')
    .addColumn('is_running', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull()),
  // Signed requests of the console that were accepted.
  db.schema
    .createTable('console_request')
    .addColumn('signing_key_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('accepted_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('console_request_key', ['signing_key_id', 'sequence']),
]
