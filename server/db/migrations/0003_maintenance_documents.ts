import type { Kysely } from 'kysely'
import type { Migration } from '../../../platform/sql/migrate.ts'

interface Documents {
  document: { expires_on: string | null; expires_key: string }
}

/** `expires_key` replaces `expires_on`. Documents that do not expire get a date later than any other, so that both databases sort them last. */
export const maintenanceDocuments: Migration = {
  name: '0003_maintenance_documents',
  up: (db) => [
    db.schema.alterTable('maintenance').addColumn('item_type', 'text', (column) => column.notNull().defaultTo('')),
    db.schema
      .createIndex('maintenance_by_date')
      .on('maintenance')
      .columns(['account_id', 'service_date', 'id', 'status', 'item_type']),
    db.schema
      .createIndex('maintenance_by_status')
      .on('maintenance')
      .columns(['account_id', 'status', 'service_date', 'id', 'item_type']),
    db.schema
      .createIndex('maintenance_by_type')
      .on('maintenance')
      .columns(['account_id', 'item_type', 'service_date', 'id', 'status']),
    db.schema
      .alterTable('document')
      .addColumn('expires_key', 'text', (column) => column.notNull().defaultTo('9999-12-31')),
    (db as Kysely<Documents>)
      .updateTable('document')
      .set((expression) => ({ expires_key: expression.ref('expires_on').$notNull() }))
      .where('expires_on', 'is not', null),
    db.schema.alterTable('document').dropColumn('expires_on'),
    db.schema.createIndex('document_by_expiry').on('document').columns(['account_id', 'expires_key', 'id', 'type']),
    db.schema.createIndex('document_by_type').on('document').columns(['account_id', 'type', 'expires_key', 'id']),
  ],
}
