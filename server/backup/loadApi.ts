import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { epochOfRestore } from '../../contract/epoch.ts'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { migrateInTransaction } from '../../platform/sql/migrate.ts'
import { dropMigrationTables, prepareMigrationTables } from '../../platform/sql/migrationTables.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { findOtherOrigin } from '../../platform/sql/origin.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { verifyChain } from '../audit/verify.ts'
import { readAccountState } from '../db/accountState.ts'
import { migrateBatch } from '../db/migrateRecords.ts'
import { migrations } from '../db/migrations/index.ts'
import { RECORD_SCHEMA } from '../db/recordSchema.ts'
import { checkCounters } from '../db/recount.ts'
import type { Schema } from '../db/schema.ts'
import { BackupError } from './errors.ts'
import type { BackupFile, Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readTable } from '../../platform/sql/rows/readTable.ts'
import { deriveTables } from '../../platform/sql/rows/tables.ts'

export interface LoadedContents {
  accounts: {
    account_id: string
    name: string
    epoch: string
    audit: { links: number; rows: number; fault: string | null }
  }[]
  counters: string | null
}

export interface LoadOptions {
  url: string
  folder: string
  manifest: Manifest
  clock: Clock
  progress: Progress
  signal: AbortSignal
}

/** Drops tables that a server created but no account uses. Accounts are never overwritten. */
async function dropUnusedTables(tx: Tx): Promise<void> {
  const steps = await prepareMigrationTables(tx)
  if (steps.length === 0) return
  const origin = findOtherOrigin(steps, migrations)
  if (origin)
    throw new BackupError(
      `The database that KITROOM_DATABASE_URL names was made ${origin.made} and is not overwritten. Name an empty database.`,
    )
  const [account] = await tx.query(tx.builder<Schema>().selectFrom('account').select('id').limit(1))
  if (account)
    throw new BackupError(
      'The database that KITROOM_DATABASE_URL names has accounts and is not overwritten. Make an empty database and name that one.',
    )
  const { schema } = tx.builder<Schema>()
  for (const { name } of deriveTables(migrations.filter((step) => steps.includes(step.name))))
    await tx.query(schema.dropTable(name))
  await dropMigrationTables(tx)
}

async function readTables(tx: Tx, { folder, manifest, progress, signal }: LoadOptions): Promise<void> {
  const files = new Map(
    manifest.files
      .filter(({ part }) => part === 'api')
      .map((file): [string | undefined, BackupFile] => [file.table, file]),
  )
  for (const table of deriveTables(migrations.filter(({ name }) => manifest.schema.includes(name)))) {
    const file = files.get(table.name)
    if (!file) throw new BackupError(`The backup has no table ${table.name}. Use another backup.`)
    progress.step(`Restoring ${table.name}`)
    const rows = await readTable(tx, table, join(folder, file.path), { onRows: progress.rows, signal })
    if (rows !== file.rows)
      throw new BackupError(`${file.path} has ${rows} rows instead of ${file.rows}. Use another backup.`)
  }
}

/** Migrates records of an older version to this version's form. */
async function upgradeRecords(tx: Tx, { manifest, progress, signal }: LoadOptions): Promise<void> {
  if (RECORD_SCHEMA === 0) return
  progress.step('Upgrading records')
  let rows = 0
  for (const { account_id: account } of manifest.accounts) {
    for (let isDone = false; !isDone;) {
      signal.throwIfAborted()
      const batch = await migrateBatch(tx, account)
      isDone = batch.isDone
      progress.rows((rows += batch.rows))
    }
  }
}

/**
 * Ends all sessions of the console, and the keys with which servers signed: what ended after the backup must not become
 * valid again.
 */
async function endSessions(tx: Tx): Promise<void> {
  for (const table of ['console_session', 'console_code', 'signing_key'] as const)
    await tx.query(tx.builder<Schema>().deleteFrom(table))
}

/** Starts a new epoch for every account, so that no ETag stored by a client is current. */
async function renewEpochs(tx: Tx, accounts: Manifest['accounts']): Promise<Map<string, string>> {
  const epochs = new Map<string, string>()
  for (const { account_id: account } of accounts) {
    const { clock_ms: clockMs } = await readAccountState(tx, account)
    const epoch = epochOfRestore(randomUUID(), toIsoTime(clockMs))
    await tx.query(tx.builder<Schema>().updateTable('account_state').set({ epoch }).where('account_id', '=', account))
    epochs.set(account, epoch)
  }
  return epochs
}

async function verifyData(
  tx: Tx,
  { manifest, progress }: LoadOptions,
  epochs: ReadonlyMap<string, string>,
): Promise<LoadedContents> {
  progress.step('Verifying counters and audit chains')
  const counters = await checkCounters(tx).then(
    () => null,
    (error: Error) => error.message,
  )
  const accounts: LoadedContents['accounts'] = []
  for (const account of manifest.accounts) {
    const { links, rows, fault } = await verifyChain(tx, account.account_id)
    accounts.push({ ...account, epoch: epochs.get(account.account_id) ?? '', audit: { links, rows, fault } })
  }
  return { accounts, counters }
}

/**
 * Restores an empty API database, SQLite or PostgreSQL, in one transaction: first the
 * backup's schema and data, then later migrations. @throws BackupError
 */
export async function loadApi(options: LoadOptions): Promise<LoadedContents> {
  const { url, manifest, clock } = options
  const at = toIsoTime(clock.nowMs())
  const db = await openDatabase(url, { maxBatch: 1 })
  try {
    return await db.write(async (tx) => {
      await dropUnusedTables(tx)
      await migrateInTransaction(
        tx,
        migrations.filter(({ name }) => manifest.schema.includes(name)),
        at,
      )
      await readTables(tx, options)
      await migrateInTransaction(tx, migrations, at)
      await endSessions(tx)
      await upgradeRecords(tx, options)
      return verifyData(tx, options, await renewEpochs(tx, manifest.accounts))
    })
  } finally {
    await db.close()
  }
}
