import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { silentLog } from '../../platform/log.ts'
import type { Database, SqlValue, Statement, Tx } from '../../platform/sql/types.ts'
import type { AccountState } from '../../server/db/accountState.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { pageOfDocuments } from '../../server/resources/documents/page.ts'
import { pageOfMaintenance } from '../../server/resources/maintenance/page.ts'
import { plainSql } from '../support/database.ts'
import { tempFolder } from '../support/server.ts'

// What SQLite does for a list, read from its own plan: it must never walk an account's records where an index leads to them.

const folder = tempFolder()
let db: Database
const state = { account_id: 'a', counters: { 'maintenance.scheduled': 1, 'documents.receipt': 1 } } as unknown as AccountState
const request = { limit: 50, offset: 0 }

beforeAll(async () => {
  db = await openApiDatabase(`sqlite:${folder.databaseFile}`, systemClock, silentLog())
  await db.write(async (tx) => {
    await tx.query(plainSql("insert into maintenance values ('a', 'm', 'g', 'scheduled', '2027-01-01', '{}', 'camera')"))
    await tx.query(plainSql("insert into document values ('a', 'd', 'g', 'receipt', 'settings', '{}', '2027-01-01')"))
  })
})
afterAll(async () => {
  await db.close()
  folder[Symbol.dispose]()
})

/** The plans of all statements that a read runs. */
async function plansOf(read: (tx: Tx) => Promise<{ total: number }>): Promise<string[]> {
  return db.read(async (tx) => {
    const ran: { text: string; values: SqlValue[] }[] = []
    const watched = new Proxy(tx, {
      get: (target, name) => (statement: Statement<unknown, unknown>, args: Record<string, SqlValue>) => {
        const { text, names } = statement.compile('sqlite')
        ran.push({ text, values: names.map((one) => args[one] ?? null) })
        return name === 'get' ? target.get(statement, args) : target.column(statement as Statement<unknown, Record<string, unknown>>, args)
      },
    })
    expect((await read(watched)).total).toBe(1)
    const plans = []
    for (const { text, values } of ran) plans.push(...(await tx.query(plainSql<{ detail: string }>(`explain query plan ${text}`, values))))
    return plans.map(({ detail }) => detail).filter((detail) => /maintenance|document/.test(detail))
  })
}

const PAGE = /USING INDEX sqlite_autoindex_(?:maintenance|document)_1 \(account_id=\? AND id=\?\)$/

it.each([
  { item_id: 'g' },
  { item_id: 'g', status: 'scheduled' },
  { item_id: 'g', item_type: 'camera', fromDate: '2026-01-01', toDate: '2028-01-01' },
])('maintenance of an item is found by the item: %j', async (filter) => {
  const plans = await plansOf((tx) => pageOfMaintenance(tx, state, filter, request))
  expect(plans.filter((plan) => !PAGE.test(plan)).map((plan) => /USING .*/.exec(plan)?.[0])).toEqual(
    Array(2).fill('USING INDEX maintenance_by_gear (account_id=? AND gear_id=?)'),
  )
})

it.each([{ gear_id: 'g' }, { gear_id: 'g', type: 'receipt' }, { gear_id: 'g', expiresFrom: '2026-01-01' }])(
  'documents of an item are found by the item: %j',
  async (filter) => {
    const plans = await plansOf((tx) => pageOfDocuments(tx, state, filter, request))
    expect(plans.filter((plan) => !PAGE.test(plan)).map((plan) => /USING .*/.exec(plan)?.[0])).toEqual(
      Array(2).fill('USING INDEX document_by_gear (account_id=? AND gear_id=?)'),
    )
  },
)

it.each([{}, { status: 'scheduled' }, { item_type: 'camera' }, { status: 'scheduled', item_type: 'camera' }, { fromDate: '2026-01-01' }])(
  'a list of maintenance is read in order from an index that holds all it needs: %j',
  async (filter) => {
    for (const plan of await plansOf((tx) => pageOfMaintenance(tx, state, filter, request)))
      expect(plan).toMatch(/COVERING INDEX|sqlite_autoindex_maintenance_1 \(account_id=\? AND id=\?\)$/)
  },
)

it.each([{}, { type: 'receipt' }, { expiresTo: '2028-01-01' }, { type: 'receipt', expiresFrom: '2026-01-01' }])(
  'a list of documents is read in order from an index that holds all it needs: %j',
  async (filter) => {
    for (const plan of await plansOf((tx) => pageOfDocuments(tx, state, filter, request)))
      expect(plan).toMatch(/COVERING INDEX|sqlite_autoindex_document_1 \(account_id=\? AND id=\?\)$/)
  },
)
