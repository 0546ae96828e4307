import { DAY_MS, DELIVERY_RETENTION_DAYS } from '../../contract/policies.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { repeatWithPauses } from '../audit/pauses.ts'
import { defineStatement } from '../db/statement.ts'

/** Rows per write. A write takes a few milliseconds and blocks other writes meanwhile. */
const BATCH_ROWS = 200
const PAUSE_FACTOR = 1

const AFTER_ALL_IDS = 'z'

interface EndpointKey {
  account: string
  endpoint: string
}

const accounts = defineStatement<object, { id: string }>((db) => db.selectFrom('account').select('id'))

/** @param waiting 1 if pending deliveries may be deleted too */
const isPrunable = (waiting: number): RawBuilder<SqlBool> => sql<SqlBool>`(next_at_ms is null or ${waiting} = 1)`

// Finds the next endpoint in the index without reading the deliveries in between.
const nextEndpoint = defineStatement<EndpointKey, { endpoint: string }>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .select('endpoint_id as endpoint')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '>', arg('endpoint'))
    .orderBy('endpoint_id')
    .limit(sql.lit(1)),
)
const selectEndpoint = defineStatement<EndpointKey, { id: string }>((db, arg) =>
  db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('endpoint')),
)
const oldest = defineStatement<EndpointKey & { before: string; waiting: number }, { id: string }>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '=', arg('endpoint'))
    .where('id', '<', arg('before'))
    .where(isPrunable(arg('waiting')))
    .orderBy('id')
    .limit(sql.lit(BATCH_ROWS)),
)
const removeAttempts = defineStatement<EndpointKey & { last: string; waiting: number }>((db, arg) =>
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
        .where(isPrunable(arg('waiting'))),
    ),
)
const removeDeliveries = defineStatement<EndpointKey & { last: string; waiting: number }>((db, arg) =>
  db
    .deleteFrom('webhook_delivery')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '=', arg('endpoint'))
    .where('id', '<=', arg('last'))
    .where(isPrunable(arg('waiting'))),
)

/** Returns the lowest UUIDv7 id of a time: its first 48 bits are the time (RFC 9562 section 5.7). */
function firstIdAt(ms: number): string {
  const digits = ms.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

async function pruneBatch(tx: Tx, of: EndpointKey & { before: string; waiting: number }): Promise<number> {
  const last = (await tx.all(oldest, of)).at(-1)?.id
  if (last === undefined) return 0
  await tx.run(removeAttempts, { ...of, last })
  return tx.run(removeDeliveries, { ...of, last })
}

/** Reads endpoints with deliveries, existing or deleted, each with the first delivery id to keep. */
async function readPrunable(
  tx: Tx,
  account: string,
  firstIdToKeep: string,
): Promise<(EndpointKey & { before: string; waiting: number })[]> {
  const found: (EndpointKey & { before: string; waiting: number })[] = []
  for (let endpoint = ''; ;) {
    const next = await tx.get(nextEndpoint, { account, endpoint })
    if (!next) return found
    endpoint = next.endpoint
    const exists = await tx.get(selectEndpoint, { account, endpoint })
    if (exists) found.push({ account, endpoint, before: firstIdToKeep, waiting: 0 })
    else found.push({ account, endpoint, before: AFTER_ALL_IDS, waiting: 1 })
  }
}

/** Deletes old deliveries, and all deliveries of deleted endpoints, in batches. @returns the number */
export async function pruneDeliveries(db: Database, clock: Clock, signal: AbortSignal): Promise<number> {
  let pruned = 0
  const firstIdToKeep = firstIdAt(clock.nowMs() - DELIVERY_RETENTION_DAYS * DAY_MS)
  for (const { id: account } of await db.read((tx) => tx.all(accounts, {}))) {
    for (const prunable of await db.read((tx) => readPrunable(tx, account, firstIdToKeep)))
      pruned += await repeatWithPauses(
        () => db.write((tx) => pruneBatch(tx, prunable), { durable: false }),
        PAUSE_FACTOR,
        signal,
      )
  }
  return pruned
}
