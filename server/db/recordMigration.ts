import type { Migration } from '../../platform/sql/migrate.ts'

/** Tables whose rows hold the JSON text that replies carry. */
export type RecordTable = 'gear' | 'shoot' | 'maintenance' | 'document'
export type StoredRecord = Readonly<Record<string, unknown>>

/** A migration that changes stored records by code. It is listed among the steps of the schema and has no statements of its own. */
export interface RecordMigration extends Migration {
  readonly table: RecordTable
  /**
   * Pure and idempotent: it returns the very object it was given when there is nothing to change. `id`, `created_at` and `updated_at` stay,
   * and `updated_at` stays the last member.
   */
  readonly change: (record: StoredRecord) => StoredRecord
}

/** Defines a record migration. */
export const recordMigration = (definition: Omit<RecordMigration, 'up'>): RecordMigration => ({ ...definition, up: () => [] })

export const isRecordMigration = (migration: Migration): migration is RecordMigration => 'change' in migration

/**
 * Adds a field directly behind another one, where the contract has it; returns the record itself when it has the field.
 * @throws Error when the record has no field `after`
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
