import { expect, it } from 'vitest'
import { migrate } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { plainSql } from '../support/database.ts'
import { tempFolder } from '../support/server.ts'

const AT = '2026-01-01T00:00:00.000Z'
const LATER = '2026-01-01T01:00:00.000Z'
const LONG_AGO = '2025-01-01T00:00:00.000Z'

it('keys of an older database that were rotated without overlap are revoked, others are unchanged', async () => {
  using folder = tempFolder()
  const db = await openDatabase(`sqlite:${folder.databaseFile}`)
  await migrate(
    db,
    migrations.filter((one) => one.name < '0007'),
    AT,
  )
  const columns = 'id, account_id, kind, name, hash, last4, scopes, created_at, expires_at, revoked_at, replaced_by'
  const rows = [
    ['without overlap', LONG_AGO, AT, null, 'next'],
    ['with overlap', LONG_AGO, LATER, null, 'next'],
    ['expiring', LONG_AGO, AT, null, null],
    ['revoked', LONG_AGO, AT, LONG_AGO, 'next'],
    ['next', AT, null, null, null],
  ] as const
  await db.write(async (tx) => {
    for (const [id, created, expires, revoked, replacedBy] of rows)
      await tx.query(
        plainSql(`insert into api_key (${columns}) values (?, 'a', 'api', 'k', ?, '1234', 'gear:read', ?, ?, ?, ?)`, [
          id,
          id,
          created,
          expires,
          revoked,
          replacedBy,
        ]),
      )
  })
  await migrate(db, migrations, AT)
  const found = await db.read((tx) => tx.query(plainSql<{ id: string; revoked_at: string | null }>('select id, revoked_at from api_key')))
  await db.close()
  expect(Object.fromEntries(found.map((row) => [row.id, row.revoked_at]))).toEqual({
    'without overlap': AT,
    'with overlap': null,
    expiring: null,
    revoked: LONG_AGO,
    next: null,
  })
})
