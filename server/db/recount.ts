import type { Tx } from '../../platform/sql/types.ts'
import { readAccountState } from './accountState.ts'
import type { Counters } from './counters.ts'
import { defineStatement } from './statement.ts'

type AccountArgs = { account: string }
type Counted = { key: string; items: string | number }

const accounts = defineStatement<object, { id: string }>((db) => db.selectFrom('account').select('id'))
const gear = defineStatement<AccountArgs, { type: string; status: string; items: string | number }>((db, arg) =>
  db
    .selectFrom('gear')
    .select((expression) => ['gear_type as type', 'status', expression.fn.countAll<string | number>().as('items')])
    .where('account_id', '=', arg('account'))
    .groupBy(['gear_type', 'status']),
)
const shoots = defineStatement<AccountArgs, Counted>((db, arg) =>
  db
    .selectFrom('shoot')
    .select((expression) => ['status as key', expression.fn.countAll<string | number>().as('items')])
    .where('account_id', '=', arg('account'))
    .groupBy('status'),
)
const maintenance = defineStatement<AccountArgs, Counted>((db, arg) =>
  db
    .selectFrom('maintenance')
    .select((expression) => ['status as key', expression.fn.countAll<string | number>().as('items')])
    .where('account_id', '=', arg('account'))
    .groupBy('status'),
)
const documents = defineStatement<AccountArgs, Counted>((db, arg) =>
  db
    .selectFrom('document')
    .select((expression) => ['type as key', expression.fn.countAll<string | number>().as('items')])
    .where('account_id', '=', arg('account'))
    .groupBy('type'),
)

export async function countRecords(tx: Tx, account: string): Promise<Counters> {
  const counters: Counters = {}
  for (const row of await tx.all(gear, { account })) counters[`gear.${row.type}.${row.status}`] = Number(row.items)
  for (const row of await tx.all(shoots, { account })) counters[`shoots.${row.key}`] = Number(row.items)
  for (const row of await tx.all(maintenance, { account })) counters[`maintenance.${row.key}`] = Number(row.items)
  for (const row of await tx.all(documents, { account })) counters[`documents.${row.key}`] = Number(row.items)
  return counters
}

const toCanonicalText = (counters: Counters): string => JSON.stringify(Object.entries(counters).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** @throws Error naming the first account whose counters do not match its records */
export async function checkCounters(tx: Tx): Promise<void> {
  for (const { id } of await tx.all(accounts, {})) {
    const state = await readAccountState(tx, id)
    if (toCanonicalText(state.counters) !== toCanonicalText(await countRecords(tx, id)))
      throw new Error(`the counters of account ${id} do not match its records`)
  }
}
