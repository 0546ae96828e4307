import { type Compilable, type Kysely } from 'kysely'

/** Records that calendars show with the state of their events, and feeds. */
export const calendars = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('calendar_shoot')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('modified_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('status_shown', 'text', (column) => column.notNull())
    .addColumn('deleted', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('shoots')),
  db.schema
    .createTable('calendar_read')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('etag', 'text')
    .addColumn('from_day', 'text', (column) => column.notNull())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('read_at', 'text', (column) => column.notNull())
    .addColumn('items_etag', 'text'),
  db.schema
    .createTable('calendar_feed')
    .addColumn('calendar', 'text', (column) => column.primaryKey())
    .addColumn('token_sha256', 'text')
    .addColumn('issued_at', 'text')
    .addColumn('fetched_at', 'text')
    .addColumn('content_sha256', 'text')
    .addColumn('modified_at', 'text')
    .addColumn('default_minutes', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull()),
  db.schema
    .createTable('calendar_fault')
    .addColumn('kind', 'text', (column) => column.primaryKey())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull()),
]

/** Sign-ins to Google, whose secrets are sealed, its quotas, and calendars and events there. */
export const google = (db: Kysely<unknown>): Compilable[] => [
  db.schema
    .createTable('google_sign_in')
    .addColumn('purpose', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('picked_file_ids', 'text', (column) => column.notNull())
    .addColumn('signed_in_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('google_read')
    .addColumn('read_id', 'text', (column) => column.primaryKey())
    .addColumn('credential', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('read')),
  db.schema.createIndex('google_read_at').on('google_read').columns(['credential', 'at']),
  db.schema
    .createTable('google_calendar')
    .addColumn('calendar', 'text', (column) => column.primaryKey())
    .addColumn('google_id', 'text')
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('requested_at', 'text', (column) => column.notNull()),
  db.schema
    .createTable('google_push')
    .addColumn('google_id', 'text', (column) => column.primaryKey())
    .addColumn('sync_token', 'text')
    .addColumn('reconciled_at', 'text')
    .addColumn('pushed_at', 'text')
    .addColumn('fault', 'text')
    .addColumn('fault_detail', 'text')
    .addColumn('fault_since', 'text'),
  db.schema
    .createTable('google_event')
    .addColumn('google_id', 'text', (column) => column.notNull())
    .addColumn('shoot_id', 'text', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_shown', 'integer', (column) => column.notNull())
    .addColumn('etag', 'text')
    .addColumn('hash', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('refusal', 'text')
    .addColumn('refused_at', 'text')
    .addColumn('edited_at', 'text')
    .addColumn('repeated_at', 'text')
    .addPrimaryKeyConstraint('google_event_key', ['google_id', 'shoot_id']),
]
