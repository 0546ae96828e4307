import { join } from 'node:path'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/environment.ts'
import { migrateInTransaction } from '../../platform/sql/migrate.ts'
import {
  dropMigrationTables,
  listAppliedMigrations,
  prepareMigrationTables,
} from '../../platform/sql/migrationTables.ts'
import { ensureSchema } from '../../platform/sql/ensureSchema.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { findOtherOrigin } from '../../platform/sql/origin.ts'
import { readTable } from '../../platform/sql/rows/readTable.ts'
import { createRowWriter, readRows } from '../../platform/sql/rows/rows.ts'
import { deriveTables, type Table } from '../../platform/sql/rows/tables.ts'
import { writeTable } from '../../platform/sql/rows/writeTable.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { findAccount } from '../hosts/facts.ts'
import { migrations } from '../migrations/index.ts'
import { STATE_SCHEMA } from '../tables/schema.ts'

// Copies the worker's state as rows: into files of a backup, out of them, and from one database to another.

/** Extension of a table's file. */
const EXTENSION = '.ndjson.gz'

interface TableFile {
  table: string
  /** Name of the file in its folder. */
  file: string
  rows: number
  bytes: number
  sha256: string
}

/** Names of the applied migrations, and the number of rows per table. */
export interface StateFiles {
  schema: string[]
  files: TableFile[]
}

interface TransferOptions {
  clock: Clock
  signal: AbortSignal
}

const SETTING = 'KITROOM_WORKER_DATABASE_URL'
const SOURCE_EMPTY = "There is no worker's state in the database that KITROOM_WORKER_DATABASE_URL names."

/** Opens a database for one transfer. It creates a missing SQLite file, so callers that read check for the file. */
const open = (url: string): Promise<Database> => openDatabase(url, { maxBatch: 1, setting: SETTING })

const tablesOf = (schema: readonly string[]): Table[] =>
  deriveTables(migrations.filter(({ name }) => schema.includes(name)))

/** @throws ConfigError for the steps of another version */
function refuseOtherOrigin(schema: readonly string[]): void {
  const origin = findOtherOrigin(schema, migrations)
  if (origin) throw new ConfigError(`The worker's state was made ${origin.made}. Use the version that made it.`)
}

/** @throws ConfigError when the database has no state, or that of another version */
async function readSchema(tx: Tx): Promise<string[]> {
  let schema: string[]
  try {
    schema = await listAppliedMigrations(tx, STATE_SCHEMA)
  } catch (error) {
    throw new ConfigError(SOURCE_EMPTY, { cause: error })
  }
  refuseOtherOrigin(schema)
  return schema
}

/** Drops tables that a worker created but no account uses. @throws ConfigError if an account uses them */
async function dropUnusedTables(tx: Tx): Promise<void> {
  await ensureSchema(tx, STATE_SCHEMA)
  const applied = await prepareMigrationTables(tx, STATE_SCHEMA)
  const { schema } = tx.builder<unknown>(STATE_SCHEMA)
  if (applied.length > 0) {
    await readSchema(tx)
    if ((await findAccount(tx)) !== undefined)
      throw new ConfigError(
        "The target database has a worker's state already, which is not overwritten. Name an empty database.",
      )
    for (const { name } of tablesOf(applied).toReversed()) await tx.query(schema.dropTable(name))
  }
  await dropMigrationTables(tx, STATE_SCHEMA)
}

/** Loads rows into an empty target: first the source's schema and rows, then later migrations. */
async function fill(
  tx: Tx,
  source: readonly string[],
  at: string,
  load: (table: Table) => Promise<void>,
): Promise<void> {
  refuseOtherOrigin(source)
  await dropUnusedTables(tx)
  await migrateInTransaction(
    tx,
    migrations.filter(({ name }) => source.includes(name)),
    at,
    STATE_SCHEMA,
  )
  for (const table of tablesOf(source)) await load(table)
  await migrateInTransaction(tx, migrations, at, STATE_SCHEMA)
}

/** Writes the state into files of a folder, from one snapshot. @throws ConfigError when the database has no state */
export async function writeStateFiles(url: string, folder: string, { signal }: TransferOptions): Promise<StateFiles> {
  const database = await open(url)
  try {
    return await database.read(async (tx) => {
      const schema = await readSchema(tx)
      const files: TableFile[] = []
      for (const table of tablesOf(schema)) {
        const file = table.name + EXTENSION
        const written = await writeTable(tx, table, {
          file: join(folder, file),
          onRows: () => undefined,
          signal,
          schema: STATE_SCHEMA,
        })
        files.push({ table: table.name, file, ...written })
      }
      return { schema, files }
    })
  } finally {
    await database.close()
  }
}

/**
 * Loads files of `writeStateFiles` into an empty database, in one transaction.
 * @returns the rows per table
 * @throws ConfigError for a used one
 */
export async function loadStateFiles(
  url: string,
  folder: string,
  schema: readonly string[],
  { clock, signal }: TransferOptions,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  const database = await open(url)
  try {
    await database.write((tx) =>
      fill(tx, schema, toIsoTime(clock.nowMs()), async (table) => {
        const file = join(folder, table.name + EXTENSION)
        rows[table.name] = await readTable(tx, table, file, { onRows: () => undefined, signal, schema: STATE_SCHEMA })
      }),
    )
    return rows
  } finally {
    await database.close()
  }
}

async function copyTable(from: Tx, to: Tx, table: Table, signal: AbortSignal): Promise<number> {
  const writer = createRowWriter(to, table, STATE_SCHEMA)
  let rows = 0
  for await (const slice of readRows(from, table, STATE_SCHEMA)) {
    signal.throwIfAborted()
    for (const row of slice) await writer.add(row)
    rows += slice.length
  }
  await writer.finish()
  return rows
}

/**
 * Copies the state from one database to an empty one: one snapshot, one transaction.
 * @param finish runs in the target's transaction, after the rows
 * @returns the number of rows @throws ConfigError when the source has no state or the target has one
 */
export async function copyState(
  from: string,
  to: string,
  options: TransferOptions,
  finish: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  const source = await open(from)
  const target = await open(to)
  const at = toIsoTime(options.clock.nowMs())
  try {
    return await source.read(async (sourceTx) => {
      const schema = await readSchema(sourceTx)
      return target.write(async (targetTx) => {
        let rows = 0
        await fill(targetTx, schema, at, async (table) => {
          rows += await copyTable(sourceTx, targetTx, table, options.signal)
        })
        await finish(targetTx)
        return rows
      })
    })
  } finally {
    await target.close()
    await source.close()
  }
}
