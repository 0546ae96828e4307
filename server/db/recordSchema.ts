// Batches bring the records to the form of this version before a server listens, but an older server beside it may write old forms afterwards.
// So reads upgrade what they find while an account has such rows, and a housekeeping job sweeps again. Lists pay nothing for it:
// only servers of the newest record schema move `record_schema_seq` along with `event_seq`. Rejected: a number per row, and triggers.
import type { Versioned } from './accountState.ts'
import { migrations } from './migrations/index.ts'
import { isRecordMigration, type RecordMigration, type RecordTable, type StoredRecord } from './recordMigration.ts'
import type { AccountStateRow } from './schema.ts'

type SchemaState = Pick<AccountStateRow, 'event_seq' | 'record_schema' | 'record_schema_seq' | 'record_schema_cursor'>

const recordMigrations = migrations.filter(isRecordMigration)

const ofTable = (table: RecordTable): readonly RecordMigration[] => recordMigrations.filter((one) => one.table === table)
const byTable: Record<RecordTable, readonly RecordMigration[]> = {
  gear: ofTable('gear'),
  shoot: ofTable('shoot'),
  maintenance: ofTable('maintenance'),
  document: ofTable('document'),
}

/** The resource whose lists show a table's records. */
export const resourceOf = { gear: 'gear', shoot: 'shoots', maintenance: 'maintenance', document: 'documents' } as const satisfies Record<
  RecordTable,
  Versioned
>

/** How many record migrations this version knows. */
export const RECORD_SCHEMA = recordMigrations.length

/** Tables that have record migrations. */
export const migratedTables = (Object.keys(byTable) as RecordTable[]).filter((table) => byTable[table].length > 0)

/** Ends the ETags of a resource's lists: a list in the old form and one in the new form must not share a tag. Empty without record migrations. */
export function etagSuffix(resource: Versioned): string {
  const count = recordMigrations.filter(({ table }) => resourceOf[table] === resource).length
  return count === 0 ? '' : `.${count}`
}

/** Whether every record of the account has the form of this version, or a newer one. */
export const isCurrent = (state: SchemaState): boolean =>
  RECORD_SCHEMA === 0 || (state.record_schema >= RECORD_SCHEMA && state.record_schema_cursor === '' && state.record_schema_seq === state.event_seq)

/** Notes an event of this server: the records that it tells of have the form of this version. */
export function countOwnEvent(state: SchemaState): void {
  if (state.record_schema === RECORD_SCHEMA) state.record_schema_seq += 1
}

/** A record's text in the form of this version; the same text when it has that form. */
export function currentText(table: RecordTable, text: string): string {
  if (byTable[table].length === 0) return text
  const stored = JSON.parse(text) as StoredRecord
  const current = byTable[table].reduce((record, { change }) => change(record), stored)
  return current === stored ? text : JSON.stringify(current)
}

/** Texts of a page in the form of this version. @param state of the same snapshot */
export const currentTexts = (state: SchemaState, table: RecordTable, texts: string[]): string[] =>
  isCurrent(state) ? texts : texts.map((text) => currentText(table, text))

/** A row with its record in the form of this version. */
export const currentRow = <Row extends { record: string }>(table: RecordTable, row: Row | undefined): Row | undefined =>
  row && byTable[table].length > 0 ? { ...row, record: currentText(table, row.record) } : row
