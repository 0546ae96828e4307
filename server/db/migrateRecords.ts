// Migrates stored records in batches. Each batch is a transaction that also stores its progress, so that another
// process can continue after a kill. A migration does not change a record: no event, no audit row, the same
// `updated_at`.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { storeAccountState, lockAccountState, type AccountState } from './accountState.ts'
import { sumCounters, withoutValues, type Counters } from './counters.ts'
import { gearColumns, toColumnValues, toGearColumns, type GearColumns, type ListedFields } from './gearColumns.ts'
import type { RecordTable } from './recordMigration.ts'
import { upgradeText, isRecordSchemaCurrent, migratedTables, RECORD_SCHEMA, resourceByTable } from './recordSchema.ts'
import { countGear } from './recount.ts'
import { defineStatement } from './statement.ts'

const SLICE_ROWS = 500
/** Maximum duration of a batch, which blocks the event loop and the account's other writes. */
const BATCH_DURATION_MS = 8
/** Pause between batches, longer than the 25 ms after which a process retries SQLite's lock. */
const PAUSE_MS = 30

type SourceTable = RecordTable | 'deleted_record'
type Slice = { account: string; after: string }
type Text = { account: string; id: string; record: string }
type Row = { id: string; table: SourceTable; record: string } & Partial<GearColumns>

const readFrom = (table: RecordTable) =>
  defineStatement<Slice, Row>((db, arg) =>
    db
      .selectFrom(table)
      .select(['id', sql<SourceTable>`${sql.lit(table)}`.as('table'), 'record'])
      .where('account_id', '=', arg('account'))
      .where('id', '>', arg('after'))
      .orderBy('id')
      .limit(sql.lit(SLICE_ROWS)),
  )
const storeIn = (table: SourceTable) =>
  defineStatement<Text>((db, arg) =>
    db
      .updateTable(table)
      .set({ record: arg('record') })
      .where('account_id', '=', arg('account'))
      .where('id', '=', arg('id')),
  )

const gear = {
  read: defineStatement<Slice, Row>((db, arg) =>
    db
      .selectFrom('gear')
      .select(['id', sql<SourceTable>`'gear'`.as('table'), 'record', ...gearColumns])
      .where('account_id', '=', arg('account'))
      .where('id', '>', arg('after'))
      .orderBy('id')
      .limit(sql.lit(SLICE_ROWS)),
  ),
  store: defineStatement<Text & GearColumns>((db, arg) =>
    db
      .updateTable('gear')
      .set({
        record: arg('record'),
        ...toColumnValues(gearColumns, arg),
      })
      .where('account_id', '=', arg('account'))
      .where('id', '=', arg('id')),
  ),
}

const statements = {
  gear,
  shoot: { read: readFrom('shoot'), store: storeIn('shoot') },
  maintenance: { read: readFrom('maintenance'), store: storeIn('maintenance') },
  document: { read: readFrom('document'), store: storeIn('document') },
  deleted_record: {
    read: defineStatement<Slice, Row>((db, arg) =>
      db
        .selectFrom('deleted_record')
        .select(['id', 'kind as table', 'record'])
        .where('account_id', '=', arg('account'))
        .where('id', '>', arg('after'))
        .orderBy('id')
        .limit(sql.lit(SLICE_ROWS)),
    ),
    store: storeIn('deleted_record'),
  },
} as const

const selectOutdated = defineStatement<{ schema: number }, { account: string; counters: string }>((db, arg) =>
  db
    .selectFrom('account_state')
    .select(['account_id as account', 'counters'])
    .where('record_schema', '<=', arg('schema'))
    .where((row) =>
      row.or([
        row('record_schema', '<', arg('schema')),
        row('record_schema_cursor', '!=', sql.lit('')),
        row('record_schema_seq', '!=', row.ref('event_seq')),
      ]),
    )
    .orderBy('account_id'),
)

const sourceTables: readonly SourceTable[] = [...migratedTables, 'deleted_record']
const startCursor = (sourceTable: SourceTable): string => `${sourceTable} `

export interface MigratedBatch {
  rows: number
  /** Number of migrated rows. */
  changed: number
  isDone: boolean
}

/**
 * Continues the current pass over the records or starts one. Later writes of older servers make `record_schema_seq`
 * fall behind `event_seq`.
 */
function readCursor(state: AccountState): { sourceTable: SourceTable; after: string } {
  if (state.record_schema < RECORD_SCHEMA || state.record_schema_cursor === '') {
    state.record_schema = RECORD_SCHEMA
    state.record_schema_seq = state.event_seq
    state.record_schema_cursor = startCursor(sourceTables[0] ?? 'deleted_record')
  }
  const [sourceTable = '', after = ''] = state.record_schema_cursor.split(' ')
  return { sourceTable: sourceTable as SourceTable, after }
}

function nextCursor(sourceTable: SourceTable, lastId: string | undefined): string {
  if (lastId !== undefined) return `${sourceTable} ${lastId}`
  const next = sourceTables[sourceTables.indexOf(sourceTable) + 1]
  return next === undefined ? '' : startCursor(next)
}

/** Sends the update of a row whose text or columns are of an older version. */
function sendMigrated(tx: Tx, account: string, sourceTable: SourceTable, row: Row): boolean {
  const { id, table } = row
  const record = upgradeText(table as RecordTable, row.record)
  if (sourceTable !== 'gear') {
    if (record !== row.record) tx.send(statements[sourceTable].store, { account, id, record })
    return record !== row.record
  }
  const columns = toGearColumns(JSON.parse(record) as ListedFields)
  const isCurrent =
    record === row.record && Object.entries(columns).every(([name, value]) => row[name as keyof GearColumns] === value)
  if (!isCurrent) tx.send(gear.store, { account, id, record, ...columns })
  return !isCurrent
}

/** Migrates one batch of an account's records, inside the caller's transaction. */
export async function migrateBatch(tx: Tx, account: string): Promise<MigratedBatch> {
  const state = await lockAccountState(tx, account)
  if (isRecordSchemaCurrent(state) || state.record_schema > RECORD_SCHEMA) return { rows: 0, changed: 0, isDone: true }
  const { sourceTable, after } = readCursor(state)
  const rows = await tx.all<Slice, Row>(statements[sourceTable].read, { account, after })
  const endMs = performance.now() + BATCH_DURATION_MS
  let read = 0
  let changed = 0
  for (const row of rows) {
    if (sendMigrated(tx, account, sourceTable, row)) changed += 1
    read += 1
    if (performance.now() > endMs) break
  }
  const isTableDone = read === rows.length && rows.length < SLICE_ROWS
  state.record_schema_cursor = nextCursor(sourceTable, isTableDone ? undefined : rows[read - 1]?.id)
  // Lists in responses of older servers also get new ETags.
  if (changed > 0 && sourceTable !== 'deleted_record') state[`${resourceByTable[sourceTable]}_version`] += 1
  // Older servers do not update the sums of values, so they are counted again.
  if (state.record_schema_cursor === '')
    state.counters = { ...withoutValues(state.counters), ...(await countGear(tx, account)) }
  storeAccountState(tx, state)
  return { rows: read, changed, isDone: state.record_schema_cursor === '' }
}

export interface MigratedRecords {
  rows: number
  changed: number
  total: number
}

const countRows = (counters: string): number =>
  migratedTables.reduce((sum, table) => sum + sumCounters(JSON.parse(counters) as Counters, resourceByTable[table]), 0)

/**
 * Migrates the records of all accounts; several servers may share the batches.
 * @param onBatch called after each batch
 * @returns `undefined` if nothing needed migration
 */
export async function migrateRecords(
  db: Database,
  onBatch: (progress: MigratedRecords) => void,
  signal?: AbortSignal,
): Promise<MigratedRecords | undefined> {
  if (RECORD_SCHEMA === 0) return undefined
  const accounts = await db.read((tx) => tx.all(selectOutdated, { schema: RECORD_SCHEMA }))
  if (accounts.length === 0) return undefined
  const progress: MigratedRecords = {
    rows: 0,
    changed: 0,
    total: accounts.reduce((sum, { counters }) => sum + countRows(counters), 0),
  }
  for (const { account } of accounts) {
    for (;;) {
      if (signal?.aborted) return progress
      const batch = await db.write((tx) => migrateBatch(tx, account))
      progress.rows += batch.rows
      progress.changed += batch.changed
      onBatch(progress)
      if (batch.isDone) break
      await wait(PAUSE_MS)
    }
  }
  return progress
}
