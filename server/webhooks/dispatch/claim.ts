import { sql } from 'kysely'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { toDeliveredBody } from '../../db/events.ts'
import { defineStatement } from '../../db/statement.ts'
import type { EndpointQueue } from './queues.ts'

export interface ClaimedDelivery {
  account: string
  endpoint: string
  delivery: string
  eventId: string
  /** Body of the event; null if the event no longer exists. */
  body: string | null
  attempt: number
  /** Holder of the lease. A result counts only while the delivery still has this holder. */
  holder: string
  untilMs: number
  /** True for the single attempt made while the endpoint fails. */
  isProbe: boolean
}

type Claim = { account: string; endpoint: string; holder: string; now: number; until: number }

// Claims due deliveries. The next attempt is due when the lease ends, so that a crashed server's deliveries are
// released automatically.
const claimDue = defineStatement<Claim & { limit: number }>((db, arg) =>
  db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        query
          .selectFrom('webhook_delivery')
          .select('id')
          .where('account_id', '=', arg('account'))
          .where('endpoint_id', '=', arg('endpoint'))
          .where('next_at_ms', '<=', arg('now'))
          .orderBy('next_at_ms')
          .limit(arg('limit'))
          .forUpdate(),
    )
    .updateTable('webhook_delivery')
    .set((row) => ({
      attempts: row('attempts', '+', sql.lit(1)),
      lease_holder: arg('holder'),
      lease_until_ms: arg('until'),
      next_at_ms: arg('until'),
    }))
    .where('account_id', '=', arg('account'))
    .where('id', 'in', (row) => row.selectFrom('due').select('due.id')),
)

const insertAttempts = defineStatement<Claim & { at: string }>((db, arg) =>
  db
    .insertInto('webhook_attempt')
    .columns(['account_id', 'delivery_id', 'number', 'at'])
    .expression((row) =>
      row
        .selectFrom('webhook_delivery')
        .select(['account_id', 'id', 'attempts', sql<string>`${arg('at')}`.as('at')])
        .where('account_id', '=', arg('account'))
        .where('endpoint_id', '=', arg('endpoint'))
        .where('next_at_ms', '=', arg('until'))
        .where('lease_holder', '=', arg('holder')),
    ),
)

const readClaimed = defineStatement<Claim, { delivery: string; eventId: string; attempt: number; body: string | null }>(
  (db, arg) =>
    db
      .selectFrom('webhook_delivery as delivery')
      .leftJoin('event', (join) =>
        join.onRef('event.account_id', '=', 'delivery.account_id').onRef('event.seq', '=', 'delivery.event_seq'),
      )
      .select(['delivery.id as delivery', 'delivery.event_id as eventId', 'delivery.attempts as attempt', 'event.body'])
      .where('delivery.account_id', '=', arg('account'))
      .where('delivery.endpoint_id', '=', arg('endpoint'))
      .where('delivery.next_at_ms', '=', arg('until'))
      .where('delivery.lease_holder', '=', arg('holder')),
)

const claimProbe = defineStatement<Claim>((db, arg) =>
  db
    .updateTable('webhook_endpoint')
    .set({ paused_until_ms: arg('until') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('endpoint'))
    .where('failing_since_ms', 'is not', null)
    .where('paused_until_ms', '<=', arg('now')),
)
const releaseProbe = defineStatement<Claim>((db, arg) =>
  db
    .updateTable('webhook_endpoint')
    .set({ paused_until_ms: arg('now') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('endpoint'))
    .where('paused_until_ms', '=', arg('until')),
)

/** Claims due deliveries and records their attempts. A failing endpoint gets one probe from one server. */
export async function claimDeliveries(
  tx: Tx,
  queue: EndpointQueue,
  limit: number,
  holder: string,
  nowMs: number,
  leaseMs: number,
): Promise<ClaimedDelivery[]> {
  const claim: Claim = { account: queue.account_id, endpoint: queue.id, holder, now: nowMs, until: nowMs + leaseMs }
  const isProbe = queue.failing_since_ms !== null
  if (isProbe && (await tx.run(claimProbe, claim)) === 0) return []
  if ((await tx.run(claimDue, { ...claim, limit: isProbe ? 1 : limit })) === 0) {
    if (isProbe) tx.send(releaseProbe, claim)
    return []
  }
  tx.send(insertAttempts, { ...claim, at: toIsoTime(nowMs) })
  const rows = await tx.all(readClaimed, claim)
  return rows.map((row) => ({
    ...row,
    body: row.body === null ? null : toDeliveredBody(row.body),
    account: claim.account,
    endpoint: claim.endpoint,
    holder,
    untilMs: claim.until,
    isProbe,
  }))
}
