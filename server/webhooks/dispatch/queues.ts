import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { WebhookEndpointRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'

/** An enabled endpoint with its next due time, read for each cycle: the database is the queue. */
export interface EndpointQueue extends Pick<
  WebhookEndpointRow,
  | 'account_id'
  | 'id'
  | 'url'
  | 'secret'
  | 'old_secret'
  | 'old_secret_until'
  | 'after_seq'
  | 'failing_since_ms'
  | 'paused_until_ms'
> {
  event_seq: number
  cursor_seq: number | null
  due_ms: number | null
}

const columns = [
  'endpoint.account_id',
  'endpoint.id',
  'endpoint.url',
  'endpoint.secret',
  'endpoint.old_secret',
  'endpoint.old_secret_until',
  'endpoint.after_seq',
  'endpoint.failing_since_ms',
  'endpoint.paused_until_ms',
  'state.event_seq',
] as const

const defineQueueSelect = (wanted: 'all' | 'account') =>
  defineStatement<{ account: string }, EndpointQueue>((db, arg) => {
    const query = db
      .selectFrom('webhook_endpoint as endpoint')
      .innerJoin('account_state as state', 'state.account_id', 'endpoint.account_id')
      .leftJoin('webhook_cursor as cursor', 'cursor.account_id', 'endpoint.account_id')
      .select(columns)
      .select('cursor.seq as cursor_seq')
      .select((row) =>
        row
          .selectFrom('webhook_delivery as delivery')
          .select('delivery.next_at_ms')
          .whereRef('delivery.account_id', '=', 'endpoint.account_id')
          .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
          .where('delivery.next_at_ms', 'is not', null)
          .orderBy('delivery.next_at_ms')
          .limit(row.lit(1))
          .as('due_ms'),
      )
      .where('endpoint.status', '=', sql.lit('enabled' as const))
    return wanted === 'all' ? query : query.where('endpoint.account_id', '=', arg('account'))
  })

const all = defineQueueSelect('all')
const ofAccount = defineQueueSelect('account')

export async function readQueues(tx: Tx, accounts?: Iterable<string>): Promise<EndpointQueue[]> {
  if (accounts === undefined) return tx.all(all, { account: '' })
  const queues: EndpointQueue[] = []
  for (const account of accounts) queues.push(...(await tx.all(ofAccount, { account })))
  return queues
}

const selectPending = defineStatement<object, { deliveries: number }>((db) =>
  db
    .selectFrom('webhook_delivery')
    .select((row) => row.fn.countAll<number>().as('deliveries'))
    .where('next_at_ms', 'is not', null),
)

export const countPendingDeliveries = async (tx: Tx): Promise<number> =>
  (await tx.get(selectPending, {}))?.deliveries ?? 0

/** Finds the last event that needs no fan-out: it was fanned out, or is older than every endpoint. */
export const findLastFannedOutSeq = (queues: readonly Pick<EndpointQueue, 'cursor_seq' | 'after_seq'>[]): number =>
  Math.max(queues[0]?.cursor_seq ?? 0, Math.min(...queues.map((queue) => queue.after_seq)))
