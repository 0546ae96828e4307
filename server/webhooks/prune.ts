import { DAY_MS, DELIVERY_DAYS } from '../../contract/policies.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { repeatWithRests } from '../audit/rest.ts'
import { define } from '../db/statement.ts'

/** Deliveries deleted in one write: a few milliseconds, during which no other write runs. */
const ROWS_AT_ONCE = 200
/** Between the writes others have the database as long. */
const REST = 1

/** Sorts after every id. */
const ALL = 'z'

interface Of {
  account: string
  endpoint: string
}

const accounts = define<object, { id: string }>((db) => db.selectFrom('account').select('id'))

/** Whether a delivery may be deleted. @param waiting 1: also one that waits to be sent */
const mayGo = (waiting: number): RawBuilder<SqlBool> => sql<SqlBool>`(next_at_ms is null or ${waiting} = 1)`

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
const oldest = define<Of & { before: string; waiting: number }, { id: string }>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '=', arg('endpoint'))
    .where('id', '<', arg('before'))
    .where(mayGo(arg('waiting')))
    .orderBy('id')
    .limit(sql.lit(ROWS_AT_ONCE)),
)
const removeAttempts = define<Of & { last: string; waiting: number }>((db, arg) =>
  db
    .deleteFrom('webhook_attempt')
    .where('account_id', '=', arg('account'))
    .where('delivery_id', 'in', (row) =>
      row
        .selectFrom('webhook_delivery')
        .select('id')
        .where('account_id', '=', arg('account'))
        .where('endpoint_id', '=', arg('endpoint'))
        .where('id', '<=', arg('last'))
        .where(mayGo(arg('waiting'))),
    ),
)
const removeDeliveries = define<Of & { last: string; waiting: number }>((db, arg) =>
  db
    .deleteFrom('webhook_delivery')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '=', arg('endpoint'))
    .where('id', '<=', arg('last'))
    .where(mayGo(arg('waiting'))),
)

/** What the ids of deliveries made at a moment begin with: UUIDv7, the moment in its first 48 bits (RFC 9562 section 5.7). */
function idsFrom(ms: number): string {
  const digits = ms.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

async function removeSome(tx: Tx, of: Of & { before: string; waiting: number }): Promise<number> {
  const last = (await tx.all(oldest, of)).at(-1)?.id
  if (last === undefined) return 0
  await tx.run(removeAttempts, { ...of, last })
  return tx.run(removeDeliveries, { ...of, last })
}

/** The endpoints, there or deleted, that an account has deliveries of, and up to which id these may go. */
async function readPrunable(tx: Tx, account: string, tooOld: string): Promise<(Of & { before: string; waiting: number })[]> {
  const found: (Of & { before: string; waiting: number })[] = []
  for (let endpoint = ''; ;) {
    const next = await tx.get(nextEndpoint, { account, endpoint })
    if (!next) return found
    endpoint = next.endpoint
    const there = await tx.get(isThere, { account, endpoint })
    found.push({ account, endpoint, ...(there ? { before: tooOld, waiting: 0 } : { before: ALL, waiting: 1 }) })
  }
}

/** Deletes old deliveries with their attempts, and all those of endpoints that are no more, bit by bit. @returns how many deliveries */
export async function pruneDeliveries(db: Database, clock: Clock, signal: AbortSignal): Promise<number> {
  let pruned = 0
  const tooOld = idsFrom(clock.nowMs() - DELIVERY_DAYS * DAY_MS)
  for (const { id: account } of await db.read((tx) => tx.all(accounts, {}))) {
    for (const prunable of await db.read((tx) => readPrunable(tx, account, tooOld)))
      pruned += await repeatWithRests(() => db.write((tx) => removeSome(tx, prunable), { durable: false }), REST, signal)
  }
  return pruned
}
