import { describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/environment.ts'
import { createSilentLog } from '../../platform/log.ts'
import { migrate, type Migration } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { readOwnVersion } from '../../platform/version.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { migrations as apiMigrations } from '../../server/db/migrations/index.ts'
import { migrations as stateMigrations } from '../../state/migrations/index.ts'
import { openState } from '../../state/database/open.ts'
import { STATE_SCHEMA } from '../../state/tables/schema.ts'
import { createDataFolder } from '../support/server.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'

// A later version expands a database on which this version works, and a yet later one contracts it.

const MIGRATED_AT = '2026-01-01T00:00:00.000Z'

const expandStep = (table: string, lastKnownName: string): Migration => ({
  name: '9001_expand',
  compatibleWith: lastKnownName,
  up: (db) => [
    db.schema.alterTable(table).addColumn('later', 'text'),
    db.schema.createTable('later').addColumn('id', 'text', (column) => column.primaryKey()),
  ],
})
const contractStep: Migration = {
  name: '9002_contract',
  compatibleWith: '9001_expand',
  up: (db) => [db.schema.dropTable('later')],
}

interface Kind {
  migrations: readonly Migration[]
  table: string
  schema?: string
  open: (url: string) => Promise<{ close(): Promise<void> }>
}

const kinds: Record<string, Kind> = {
  API: {
    migrations: apiMigrations,
    table: 'account_state',
    open: (url) => openApiDatabase(url, systemClock, createSilentLog()),
  },
  worker: {
    migrations: stateMigrations,
    table: 'run',
    schema: STATE_SCHEMA,
    open: (url) => openState(url, systemClock, createSilentLog()),
  },
}

async function changeByLaterVersion(
  url: string,
  { migrations, schema }: Kind,
  steps: readonly Migration[],
): Promise<string[]> {
  const database = await openDatabase(url)
  try {
    return await migrate(database, [...migrations, ...steps], MIGRATED_AT, schema)
  } finally {
    await database.close()
  }
}

/** Opens the database after each step. @returns the error of the last opening, if any */
async function openAfterSteps(kind: Kind, url: string): Promise<unknown> {
  const expand = expandStep(kind.table, kind.migrations.at(-1)?.name ?? '')
  await (await kind.open(url)).close()
  await changeByLaterVersion(url, kind, [expand])
  await (await kind.open(url)).close()
  expect(await changeByLaterVersion(url, kind, []), 'the older version knows what it does not know').toEqual([
    '9001_expand',
  ])
  await changeByLaterVersion(url, kind, [expand, contractStep])
  await changeByLaterVersion(url, kind, [expand])
  return kind.open(url).catch((error: unknown) => error)
}

const refusal = new ConfigError(
  `This database was made by a newer Kitroom (it has 9002_contract). Start version ${readOwnVersion()} or a newer one (this is ${readOwnVersion()}), or restore a backup of this one.`,
)

describe.each(Object.entries(kinds))('the %s database after a later version', (name, kind) => {
  it('is opened after an expand step and refused after a contract step, on sqlite', async () => {
    using folder = createDataFolder()
    expect(await openAfterSteps(kind, `sqlite:${folder.databaseFile}.${name}`)).toEqual(refusal)
  })

  it.skipIf(!hasPostgres)(`and the same on postgres${withoutPostgres}`, async () => {
    expect(await openAfterSteps(kind, await emptyDatabaseUrl())).toEqual(refusal)
  })
})
