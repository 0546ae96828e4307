import { sql } from 'kysely'
import type { Database, Tx } from '../../../platform/sql/types.ts'
import { pauseAfterWork } from '../../audit/pauses.ts'
import type { Schema, WebhookAttemptRow, WebhookDeliveryRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'

export interface DeliveryFilters {
  status?: WebhookDeliveryRow['status'] | undefined
  event_id?: string | undefined
}

/** Deliveries per read. A read takes a few milliseconds, so that other requests need not wait. */
const SLICE_DELIVERIES = 4000
const PAUSE_FACTOR = 0.5
/** Text that sorts after every id and status, in any collation. */
const AFTER_ALL = 'z'

interface EndpointKey {
  account: string
  endpoint: string
}

const insert = defineStatement<WebhookDeliveryRow>((db, arg) =>
  db
    .insertInto('webhook_delivery')
    .values(
      arg.columns(
        'account_id',
        'id',
        'endpoint_id',
        'event_seq',
        'event_id',
        'type',
        'status',
        'attempts',
        'next_at_ms',
        'lease_holder',
        'lease_until_ms',
        'created_at',
        'finished_at',
      ),
    ),
)

const sliceStart = defineStatement<EndpointKey & { before: string }, { id: string }>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('account_id', '=', arg('account'))
    .where('endpoint_id', '=', arg('endpoint'))
    .where('id', '<', arg('before'))
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .offset(sql.lit(SLICE_DELIVERIES - 1)),
)

interface Slice extends EndpointKey {
  first: string
  before: string
  status: string
  statusTo: string
  event: string
  eventTo: string
  limit: number
}

// The subquery forces the index of the endpoint's log; otherwise a database would scan other endpoints' deliveries.
const searchSlice = defineStatement<Slice, WebhookDeliveryRow>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('id', 'in', (row) =>
      row
        .selectFrom('webhook_delivery')
        .select('id')
        .where('account_id', '=', arg('account'))
        .where('endpoint_id', '=', arg('endpoint'))
        .where('id', '>=', arg('first'))
        .where('id', '<', arg('before')),
    )
    .where((row) =>
      row.between(
        'status',
        arg('status') as WebhookDeliveryRow['status'],
        arg('statusTo') as WebhookDeliveryRow['status'],
      ),
    )
    .where((row) => row.between('event_id', arg('event'), arg('eventTo')))
    .orderBy('id', 'desc')
    .limit(arg('limit')),
)

export const insertDelivery = (tx: Tx, row: WebhookDeliveryRow): Promise<number> => tx.run(insert, row)

async function readSlice(
  db: Database,
  slice: Omit<Slice, 'first'>,
): Promise<{ rows: WebhookDeliveryRow[]; lowestId: string | undefined }> {
  const { account, endpoint, before } = slice
  return db.read(async (tx) => {
    const lowestId = (await tx.get(sliceStart, { account, endpoint, before }))?.id
    return { lowestId, rows: await tx.all(searchSlice, { ...slice, first: lowestId ?? '' }) }
  })
}

/** Reads the newest `limit` matching deliveries below id `before`, in slices. */
export async function searchDeliveries(
  db: Database,
  of: EndpointKey,
  { status, event_id: event }: DeliveryFilters,
  before: string | undefined,
  limit: number,
): Promise<WebhookDeliveryRow[]> {
  const ranges = {
    status: status ?? '',
    statusTo: status ?? AFTER_ALL,
    event: event ?? '',
    eventTo: event ?? AFTER_ALL,
  }
  const all: WebhookDeliveryRow[] = []
  let end: string | undefined = before ?? AFTER_ALL
  while (end !== undefined && all.length < limit) {
    const startMs = performance.now()
    const slice = await readSlice(db, { ...of, ...ranges, before: end, limit: limit - all.length })
    all.push(...slice.rows)
    end = slice.lowestId
    if (end !== undefined && all.length < limit) await pauseAfterWork(startMs, PAUSE_FACTOR)
  }
  return all
}

export async function readAttempts(
  db: Database,
  account: string,
  deliveries: readonly string[],
): Promise<Map<string, WebhookAttemptRow[]>> {
  if (deliveries.length === 0) return new Map()
  const rows = await db.read(
    (tx) =>
      tx.query(
        tx
          .builder<Schema>()
          .selectFrom('webhook_attempt')
          .selectAll()
          .where('account_id', '=', account)
          .where('delivery_id', 'in', deliveries)
          .orderBy('delivery_id')
          .orderBy('number'),
      ),
    { oneStatement: true },
  )
  return Map.groupBy(rows, (row) => row.delivery_id)
}
