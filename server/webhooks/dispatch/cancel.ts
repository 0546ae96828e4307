import { sql } from 'kysely'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { defineStatement } from '../../db/statement.ts'

/** Rows per write. A write takes a few milliseconds and blocks other writes meanwhile. */
const BATCH_ROWS = 500

const selectLeftovers = defineStatement<object, { account: string; endpoint: string }>((db) =>
  db
    .selectFrom('webhook_endpoint as endpoint')
    .select(['endpoint.account_id as account', 'endpoint.id as endpoint'])
    .where('endpoint.status', '=', sql.lit('disabled' as const))
    .where((row) =>
      row.exists(
        row
          .selectFrom('webhook_delivery as delivery')
          .select('delivery.id')
          .whereRef('delivery.account_id', '=', 'endpoint.account_id')
          .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
          .where('delivery.next_at_ms', 'is not', null),
      ),
    ),
)
// A delivery that is being sent is not cancelled; its attempt continues.
const cancel = defineStatement<{ account: string; endpoint: string; at: string; now: number }>((db, arg) =>
  db
    .updateTable('webhook_delivery')
    .set({
      status: sql.lit('cancelled' as const),
      next_at_ms: sql.lit(null),
      lease_holder: sql.lit(null),
      lease_until_ms: sql.lit(null),
      finished_at: arg('at'),
    })
    .where('account_id', '=', arg('account'))
    .where('id', 'in', (row) =>
      row
        .selectFrom('webhook_delivery')
        .select('id')
        .where('account_id', '=', arg('account'))
        .where('endpoint_id', '=', arg('endpoint'))
        .where('next_at_ms', 'is not', null)
        .where((row) => row.or([row('lease_until_ms', 'is', null), row('lease_until_ms', '<=', arg('now'))]))
        .limit(sql.lit(BATCH_ROWS)),
    ),
)

export const listEndpointsToCancel = (tx: Tx): Promise<{ account: string; endpoint: string }[]> =>
  tx.all(selectLeftovers, {})

/** Cancels one batch of an endpoint's pending deliveries. @returns the number */
export const cancelDeliveryBatch = (
  tx: Tx,
  leftover: { account: string; endpoint: string },
  nowMs: number,
): Promise<number> => tx.run(cancel, { ...leftover, at: toIsoTime(nowMs), now: nowMs })
