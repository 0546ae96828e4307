import type { Migration } from '../../platform/sql/migrate.ts'

/** Tables whose rows contain the JSON text of replies. */
export type RecordTable = 'gear' | 'shoot' | 'maintenance' | 'document'
export type StoredRecord = Readonly<Record<string, unknown>>

/** A migration of stored records by code, listed among the schema's migrations. */
export interface RecordMigration extends Migration {
  readonly table: RecordTable
  /**
   * Changes a record. Without it, only the derived columns are stored again. It is pure and idempotent, and returns the
   * same object if nothing changes. `id`, `created_at` and `updated_at` keep their values, and `updated_at` stays the
   * last member.
   */
  readonly change?: (record: StoredRecord) => StoredRecord
}

/** A record migration that changes records. */
export type TextMigration = RecordMigration & Required<Pick<RecordMigration, 'change'>>

export const recordMigration = (definition: Omit<TextMigration, 'up'>): TextMigration => ({
  ...definition,
  up: () => [],
})

export const isRecordMigration = (migration: Migration): migration is RecordMigration => 'table' in migration

export const changesRecords = (migration: RecordMigration): migration is TextMigration => migration.change !== undefined

/**
 * Adds a field after the field `after`, as in the contract.
 * @returns the same record if the field exists
 * @throws Error if the record lacks the field `after`
 */
export function addField(record: StoredRecord, field: string, after: string, value: unknown = null): StoredRecord {
  if (Object.hasOwn(record, field)) return record
  if (!Object.hasOwn(record, after)) throw new Error(`a record has no field ${after} to put ${field} behind`)
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, old]) =>
      name === after
        ? [
            [name, old],
            [field, value],
          ]
        : [[name, old]],
    ),
  )
}
