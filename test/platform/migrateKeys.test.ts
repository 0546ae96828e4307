import { expect, it } from 'vitest'
import { migrate } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { toCompilable } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'

const MIGRATED_AT = '2026-01-01T00:00:00.000Z'
const LATER_TIME = '2026-01-01T01:00:00.000Z'
const PAST_TIME = '2025-01-01T00:00:00.000Z'

it('keys of an older database that were rotated without overlap are revoked, others are unchanged', async () => {
  using folder = createDataFolder()
  const db = await openDatabase(`sqlite:${folder.databaseFile}`)
  await migrate(
    db,
    migrations.filter((one) => one.name < '0007'),
    MIGRATED_AT,
  )
  const columns = 'id, account_id, kind, name, hash, last4, scopes, created_at, expires_at, revoked_at, replaced_by'
  const rows = [
    ['without overlap', PAST_TIME, MIGRATED_AT, null, 'next'],
    ['with overlap', PAST_TIME, LATER_TIME, null, 'next'],
    ['expiring', PAST_TIME, MIGRATED_AT, null, null],
    ['revoked', PAST_TIME, MIGRATED_AT, PAST_TIME, 'next'],
    ['next', MIGRATED_AT, null, null, null],
  ] as const
  await db.write(async (tx) => {
    for (const [id, created, expires, revoked, replacedBy] of rows)
      await tx.query(
        toCompilable(
          `insert into api_key (${columns}) values (?, 'a', 'api', 'k', ?, '1234', 'gear:read', ?, ?, ?, ?)`,
          [id, id, created, expires, revoked, replacedBy],
        ),
      )
  })
  await migrate(db, migrations, MIGRATED_AT)
  const found = await db.read((tx) =>
    tx.query(toCompilable<{ id: string; revoked_at: string | null }>('select id, revoked_at from api_key')),
  )
  await db.close()
  expect(Object.fromEntries(found.map((row) => [row.id, row.revoked_at]))).toEqual({
    'without overlap': MIGRATED_AT,
    'with overlap': null,
    expiring: null,
    revoked: PAST_TIME,
    next: null,
  })
})
