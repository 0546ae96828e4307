import type { Migration } from '../../platform/sql/migrate.ts'

/** Channels that send nothing for a while, or until their settings change; see `state/reminders/channelPauses.ts`. */
export const channelPauses: Migration = {
  name: '0021_channel_pauses',
  compatibleWith: '0020_windows',
  up: (db) => [
    db.schema
      .createTable('channel_pause')
      .addColumn('channel', 'text', (column) => column.primaryKey())
      .addColumn('until', 'text')
      .addColumn('fingerprint', 'text')
      .addColumn('error', 'text', (column) => column.notNull()),
  ],
}
