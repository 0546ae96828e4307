import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import type { Database, SqlValue, Statement, Tx } from '../../platform/sql/types.ts'
import type { AuditFilters } from '../../server/audit/filters.ts'
import { searchAudit } from '../../server/audit/search.ts'
import { createAccountState, type AccountState } from '../../server/db/accountState.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { readDocumentPage } from '../../server/resources/documents/page.ts'
import { readMaintenancePage } from '../../server/resources/maintenance/page.ts'
import { NEWEST_POSITION } from '../../server/settings/cursor.ts'
import { searchEvents, type EventFilters } from '../../server/settings/events/store.ts'
import { toCompilable } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'

// Query plans of SQLite: a list uses an index and never scans all records of an account.

const folder = createDataFolder()
let db: Database
const state = {
  account_id: 'a',
  counters: { 'maintenance.scheduled': 1, 'documents.receipt': 1 },
} as unknown as AccountState
const request = { limit: 50, offset: 0 }

beforeAll(async () => {
  db = await openApiDatabase(`sqlite:${folder.databaseFile}`, systemClock, createSilentLog())
  await db.write(async (tx) => {
    await tx.query(
      toCompilable("insert into maintenance values ('a', 'm', 'g', 'scheduled', '2027-01-01', '{}', 'camera')"),
    )
    await tx.query(
      toCompilable("insert into document values ('a', 'd', 'g', 'receipt', 'settings', '{}', '2027-01-01')"),
    )
    await createAccountState(tx, 'a', 'epoch')
    await tx.query(toCompilable("update account_state set event_seq = 1 where account_id = 'a'"))
    await tx.query(toCompilable("insert into event values ('a', 1, 'e', 'gear.created', 'r', '2026-02-01', '{}', 'q')"))
  })
})
afterAll(async () => {
  await db.close()
  folder[Symbol.dispose]()
})

interface Query {
  text: string
  values: SqlValue[]
}

const recordQueries = (tx: Tx, queries: Query[]): Tx =>
  new Proxy(tx, {
    get: (target, name) => (statement: Statement<unknown, Record<string, unknown>>, args: Record<string, SqlValue>) => {
      const { text, names } = statement.compile('sqlite')
      queries.push({ text, values: names.map((one) => args[one] ?? null) })
      return target[name as 'get' | 'all'](statement, args)
    },
  })

const explain = (queries: readonly Query[]): Promise<string[]> =>
  db.read(async (tx) => {
    const plans = []
    for (const { text, values } of queries)
      plans.push(...(await tx.query(toCompilable<{ detail: string }>(`explain query plan ${text}`, values))))
    return plans.map(({ detail }) => detail)
  })

async function plansOf(read: (tx: Tx) => Promise<{ total: number }>): Promise<string[]> {
  const queries: Query[] = []
  expect((await db.read((tx) => read(recordQueries(tx, queries)))).total).toBe(1)
  return (await explain(queries)).filter((detail) => /maintenance|document/.test(detail))
}

async function plansOfSearch(search: (recordedDatabase: Database) => Promise<unknown[]>): Promise<string[]> {
  const queries: Query[] = []
  const read: Database['read'] = (job, options) => db.read((tx) => job(recordQueries(tx, queries)), options)
  expect(await search(new Proxy(db, { get: () => read }))).toHaveLength(1)
  return (await explain(queries)).filter((detail) => /audit|event/.test(detail))
}

const PAGE = /USING INDEX sqlite_autoindex_(?:maintenance|document)_1 \(account_id=\? AND id=\?\)$/

it.each([
  { item_id: 'g' },
  { item_id: 'g', status: 'scheduled' },
  { item_id: 'g', item_type: 'camera', fromDate: '2026-01-01', toDate: '2028-01-01' },
])('maintenance of an item is found with the index on the item: %j', async (filter) => {
  const plans = await plansOf((tx) => readMaintenancePage(tx, state, filter, request))
  expect(plans.filter((plan) => !PAGE.test(plan)).map((plan) => /USING .*/.exec(plan)?.[0])).toEqual(
    Array(2).fill('USING INDEX maintenance_by_gear (account_id=? AND gear_id=?)'),
  )
})

it.each([{ gear_id: 'g' }, { gear_id: 'g', type: 'receipt' }, { gear_id: 'g', expiresFrom: '2026-01-01' }])(
  'documents of an item are found with the index on the item: %j',
  async (filter) => {
    const plans = await plansOf((tx) => readDocumentPage(tx, state, filter, request))
    expect(plans.filter((plan) => !PAGE.test(plan)).map((plan) => /USING .*/.exec(plan)?.[0])).toEqual(
      Array(2).fill('USING INDEX document_by_gear (account_id=? AND gear_id=?)'),
    )
  },
)

it.each([
  {},
  { status: 'scheduled' },
  { item_type: 'camera' },
  { status: 'scheduled', item_type: 'camera' },
  { fromDate: '2026-01-01' },
])('a list of maintenance is read in order from a covering index: %j', async (filter) => {
  for (const plan of await plansOf((tx) => readMaintenancePage(tx, state, filter, request)))
    expect(plan).toMatch(/COVERING INDEX|sqlite_autoindex_maintenance_1 \(account_id=\? AND id=\?\)$/)
})

it.each([{}, { type: 'receipt' }, { expiresTo: '2028-01-01' }, { type: 'receipt', expiresFrom: '2026-01-01' }])(
  'a list of documents is read in order from a covering index: %j',
  async (filter) => {
    for (const plan of await plansOf((tx) => readDocumentPage(tx, state, filter, request)))
      expect(plan).toMatch(/COVERING INDEX|sqlite_autoindex_document_1 \(account_id=\? AND id=\?\)$/)
  },
)

const noFilter = { from: undefined, to: undefined, request_id: undefined, object_id: undefined, status: undefined }

it.each<Partial<AuditFilters>>([
  {},
  { from: '2026-01-01', to: '2027-01-01' },
  { method: 'GET', status: '2xx' },
  { key_id: 'k', object_id: 'o' },
  { request_id: v7() },
])('the audit log is searched with its index: %j', async (filters) => {
  const request = filters.request_id ?? 'r'
  await db.write(async (tx) => {
    await tx.query(toCompilable('delete from audit'))
    await tx.query(
      toCompilable("insert into audit values ('a', 1, '2026-02-01', ?, 'k', 'GET', 200, 'o', '{}')", [request]),
    )
  })
  const plans = await plansOfSearch((recorded) =>
    searchAudit(
      recorded,
      'a',
      { ...noFilter, key_id: undefined, method: undefined, console_reads: 'exclude', ...filters },
      { before: NEWEST_POSITION, limit: 50 },
    ),
  )
  expect(plans.length).toBeGreaterThan(1)
  for (const plan of plans)
    expect(plan).toMatch(/USING (COVERING )?INDEX audit_to_search \(account_id=\? AND at>\? AND at<\?\)$/)
})

it.each<Partial<EventFilters>>([
  {},
  { from: '2026-01-01', to: '2027-01-01' },
  { type: 'gear.*' },
  { object_id: 'r', request_id: 'q' },
])('events are searched with their index: %j', async (filters) => {
  const plans = await plansOfSearch((recorded) =>
    searchEvents(recorded, 'a', { ...noFilter, type: undefined, ...filters }, NEWEST_POSITION.seq, 50),
  )
  expect(plans.pop()).toMatch(/USING COVERING INDEX event_to_search \(account_id=\? AND seq>\? AND seq<\?\)$/)
  expect(plans.length).toBeGreaterThan(0)
  // These queries read the oldest event, or single events during the binary search for a time.
  for (const plan of plans)
    expect(plan).toMatch(/^SEARCH event USING (COVERING )?INDEX \w+ \(account_id=\?( AND seq=\?)?\)$/)
})
