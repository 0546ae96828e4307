// All records are migrated before a server listens, but a concurrent older server may write old forms later. Reads then
// upgrade them, and a housekeeping job migrates them. `record_schema_seq` shows if this is needed, without a cost per
// read. Rejected: a version number per row; triggers.
import type { JoinedTexts } from '../../platform/sql/types.ts'
import type { VersionedResource } from './accountState.ts'
import { migrations } from './migrations/index.ts'
import {
  changesRecords,
  isRecordMigration,
  type RecordTable,
  type StoredRecord,
  type TextMigration,
} from './recordMigration.ts'
import type { AccountStateRow } from './schema.ts'

type SchemaState = Pick<AccountStateRow, 'event_seq' | 'record_schema' | 'record_schema_seq' | 'record_schema_cursor'>

const recordMigrations = migrations.filter(isRecordMigration)

const migrationsOf = (table: RecordTable): readonly TextMigration[] =>
  recordMigrations.filter(changesRecords).filter((one) => one.table === table)
const migrationsByTable: Record<RecordTable, readonly TextMigration[]> = {
  gear: migrationsOf('gear'),
  shoot: migrationsOf('shoot'),
  maintenance: migrationsOf('maintenance'),
  document: migrationsOf('document'),
}

/** Resource whose lists contain a table's records. */
export const resourceByTable = {
  gear: 'gear',
  shoot: 'shoots',
  maintenance: 'maintenance',
  document: 'documents',
} as const satisfies Record<RecordTable, VersionedResource>

export const RECORD_SCHEMA = recordMigrations.length

export const migratedTables = [...new Set(recordMigrations.map(({ table }) => table))]

const etagSuffixes = Object.fromEntries(
  (Object.keys(migrationsByTable) as RecordTable[]).map((table) => [
    resourceByTable[table],
    migrationsByTable[table].length === 0 ? '' : `.${migrationsByTable[table].length}`,
  ]),
)

/**
 * Finds the suffix that distinguishes the ETags of lists in old and new form; empty if no record has changed its form.
 */
export const findEtagSuffix = (resource: VersionedResource): string => etagSuffixes[resource] ?? ''

/** True if all records of the account are in this version's form or a newer one. */
export const isRecordSchemaCurrent = (state: SchemaState): boolean =>
  RECORD_SCHEMA === 0 ||
  (state.record_schema >= RECORD_SCHEMA &&
    state.record_schema_cursor === '' &&
    state.record_schema_seq === state.event_seq)

/** Counts an event of this server, whose records have this version's form. */
export function countOwnEvent(state: SchemaState): void {
  if (state.record_schema === RECORD_SCHEMA) state.record_schema_seq += 1
}

/** Upgrades a record's text to this version's form. */
export function upgradeText(table: RecordTable, text: string): string {
  if (migrationsByTable[table].length === 0) return text
  const stored = JSON.parse(text) as StoredRecord
  const upgraded = migrationsByTable[table].reduce((record, { change }) => change(record), stored)
  return upgraded === stored ? text : JSON.stringify(upgraded)
}

const splitTexts = ({ joined }: JoinedTexts): string[] =>
  (JSON.parse(`[${typeof joined === 'string' ? joined : Buffer.from(joined).toString()}]`) as unknown[]).map((record) =>
    JSON.stringify(record),
  )

/** Upgrades record texts to this version's form. @param state of the same snapshot */
export function upgradeTexts(
  state: SchemaState,
  table: RecordTable,
  texts: string[] | JoinedTexts,
): string[] | JoinedTexts {
  if (migrationsByTable[table].length === 0 || isRecordSchemaCurrent(state)) return texts
  return ('joined' in texts ? splitTexts(texts) : texts).map((text) => upgradeText(table, text))
}

export const upgradeRow = <Row extends { record: string }>(table: RecordTable, row: Row | undefined): Row | undefined =>
  row && migrationsByTable[table].length > 0 ? { ...row, record: upgradeText(table, row.record) } : row
