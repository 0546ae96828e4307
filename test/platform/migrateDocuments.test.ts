import { expect, it } from 'vitest'
import { migrate } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { first } from '../../server/db/migrations/0001_first.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { toCompilable } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'

const MIGRATED_AT = '2026-01-01T00:00:00.000Z'

it('documents of an older database are sorted by date of expiry after the migration', async () => {
  using folder = createDataFolder()
  const db = await openDatabase(`sqlite:${folder.databaseFile}`)
  await migrate(db, [first], MIGRATED_AT)
  const insert =
    'insert into document (account_id, id, gear_id, type, expires_on, source, record) values (?, ?, ?, ?, ?, ?, ?)'
  await db.write(async (tx) => {
    for (const [id, expires] of [
      ['a', null],
      ['b', '2031-05-01'],
      ['c', '2027-01-31'],
      ['d', null],
    ] as const)
      await tx.query(toCompilable(insert, ['account', id, 'gear', 'warranty', expires, 'gear', `{"id":"${id}"}`]))
  })
  await migrate(db, migrations, MIGRATED_AT)
  const rows = await db.read((tx) => tx.query(toCompilable('select * from document order by expires_key, id')))
  await db.close()
  const row = { account_id: 'account', gear_id: 'gear', type: 'warranty', source: 'gear' }
  expect(rows).toEqual([
    { ...row, id: 'c', expires_key: '2027-01-31', record: '{"id":"c"}' },
    { ...row, id: 'b', expires_key: '2031-05-01', record: '{"id":"b"}' },
    { ...row, id: 'a', expires_key: '9999-12-31', record: '{"id":"a"}' },
    { ...row, id: 'd', expires_key: '9999-12-31', record: '{"id":"d"}' },
  ])
})
