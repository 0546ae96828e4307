import { sql } from 'kysely'
import type { Tx } from '../../platform/sql/types.ts'
import { readAccountState } from './accountState.ts'
import { addToCounter, withoutValues, type Counters } from './counters.ts'
import { isRecordSchemaCurrent } from './recordSchema.ts'
import { defineStatement } from './statement.ts'

type AccountArgs = { account: string }
type Counted = { key: string; items: string | number }

const accounts = defineStatement<object, { id: string }>((db) => db.selectFrom('account').select('id'))
type Sum = string | number | null
const gear = defineStatement<
  AccountArgs,
  { type: string; status: string; items: string | number; purchase: Sum; replacement: Sum }
>((db, arg) =>
  db
    .selectFrom('gear')
    .select((expression) => ['gear_type as type', 'status', expression.fn.countAll<string | number>().as('items')])
    .select((expression) => expression.fn.sum<Sum>('purchase_cents').as('purchase'))
    .select((expression) => expression.fn.sum<Sum>('replacement_cents').as('replacement'))
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

const withFields = defineStatement<AccountArgs, { record: string }>((db, arg) =>
  db
    .selectFrom('gear')
    .select('record')
    .where('account_id', '=', arg('account'))
    .where('record', 'like', sql.lit('%"fields":{%')),
)

/** Counts the items that have a value of each own field. */
async function countFieldValues(tx: Tx, account: string): Promise<Counters> {
  const counters: Counters = {}
  for (const { record } of await tx.all(withFields, { account })) {
    const { fields = {} } = JSON.parse(record) as { fields?: object }
    for (const name of Object.keys(fields)) addToCounter(counters, `fields.${name}`, 1)
  }
  return counters
}

/** Counts gear and sums its values by the columns of its rows. */
export async function countGear(tx: Tx, account: string): Promise<Counters> {
  const counters: Counters = {}
  for (const { type, status, items, purchase, replacement } of await tx.all(gear, { account })) {
    counters[`gear.${type}.${status}`] = Number(items)
    if (Number(purchase) > 0) counters[`purchase_cents.${type}.${status}`] = Number(purchase)
    if (Number(replacement) > 0) counters[`replacement_cents.${type}.${status}`] = Number(replacement)
  }
  return counters
}

export async function countRecords(tx: Tx, account: string): Promise<Counters> {
  const counters = { ...(await countGear(tx, account)), ...(await countFieldValues(tx, account)) }
  for (const row of await tx.all(shoots, { account })) counters[`shoots.${row.key}`] = Number(row.items)
  for (const row of await tx.all(maintenance, { account })) counters[`maintenance.${row.key}`] = Number(row.items)
  for (const row of await tx.all(documents, { account })) counters[`documents.${row.key}`] = Number(row.items)
  return counters
}

const toCanonicalText = (counters: Counters): string =>
  JSON.stringify(Object.entries(counters).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** @throws Error naming the first account whose counters do not match its records */
export async function checkCounters(tx: Tx): Promise<void> {
  for (const { id } of await tx.all(accounts, {})) {
    const state = await readAccountState(tx, id)
    const counted = await countRecords(tx, id)
    const compared = isRecordSchemaCurrent(state)
      ? [state.counters, counted]
      : [withoutValues(state.counters), withoutValues(counted)]
    if (new Set(compared.map(toCanonicalText)).size > 1)
      throw new Error(`the counters of account ${id} do not match its records`)
  }
}
