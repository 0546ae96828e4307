import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { restAfter } from '../audit/rest.ts'
import { define } from '../db/statement.ts'

/** Deliveries deleted in one write: a few milliseconds, during which no other write runs. */
const ROWS_AT_ONCE = 200
/** Between the writes others have the database as long. */
const REST = 1

interface Of {
  account: string
  endpoint: string
}

const accounts = define<object, { id: string }>((db) => db.selectFrom('account').select('id'))

// One step from endpoint to endpoint in the index, however many deliveries each has.
const nextEndpoint = define<Of, { endpoint: string }>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .select('endpoint_id as endpoint')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '>', arg('endpoint'))
    .orderBy('endpoint_id')
    .limit(sql.lit(1)),
)
const isThere = define<Of, { id: string }>((db, arg) =>
  db.selectFrom('webhook_endpoint').select('id').where('account_id', '=', arg('account')).where('id', '=', arg('endpoint')),
)
const someOf = define<Of, { id: string }>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '=', arg('endpoint'))
    .orderBy('id')
    .limit(sql.lit(ROWS_AT_ONCE)),
)
const removeAttempts = define<Of & { last: string }>((db, arg) =>
  db
    .deleteFrom('webhook_attempt')
    .where('account_id', '=', arg('account'))
    .where('delivery_id', 'in', (row) =>
      row
        .selectFrom('webhook_delivery')
        .select('id')
        .where('account_id', '=', arg('account'))
        .where('endpoint_id', '=', arg('endpoint'))
        .where('id', '<=', arg('last')),
    ),
)
const removeDeliveries = define<Of & { last: string }>((db, arg) =>
  db
    .deleteFrom('webhook_delivery')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '=', arg('endpoint'))
    .where('id', '<=', arg('last')),
)

async function removeSome(tx: Tx, of: Of): Promise<number> {
  const last = (await tx.all(someOf, of)).at(-1)?.id
  if (last === undefined) return 0
  await tx.run(removeAttempts, { ...of, last })
  return tx.run(removeDeliveries, { ...of, last })
}

/** Endpoints of an account that are deleted and have deliveries left. */
async function deletedEndpoints(tx: Tx, account: string): Promise<string[]> {
  const deleted: string[] = []
  for (let endpoint = ''; ;) {
    const next = await tx.get(nextEndpoint, { account, endpoint })
    if (!next) return deleted
    endpoint = next.endpoint
    if (!(await tx.get(isThere, { account, endpoint }))) deleted.push(endpoint)
  }
}

/** Deletes the deliveries and attempts of endpoints that are no more, bit by bit. @returns how many deliveries */
export async function pruneDeliveries(db: Database, signal: AbortSignal): Promise<number> {
  let pruned = 0
  for (const { id: account } of await db.read((tx) => tx.all(accounts, {}))) {
    for (const endpoint of await db.read((tx) => deletedEndpoints(tx, account))) {
      while (!signal.aborted) {
        const startMs = performance.now()
        const some = await db.write((tx) => removeSome(tx, { account, endpoint }), { durable: false })
        pruned += some
        if (some === 0) break
        await restAfter(startMs, REST, signal)
      }
    }
  }
  return pruned
}
