import { sql } from 'kysely'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { WebhookDeliveryRow, WebhookDisabledReason } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'
import { DISABLE_AFTER_MS, type Classification, type AttemptResult } from './classify.ts'

/** Minimum interval between updates of `last_success_at` while deliveries succeed. */
const SUCCESS_UPDATE_INTERVAL_MS = 1000
/**
 * So many failures count like a failed last attempt, because no delivery of a long queue may ever reach its last
 * attempt.
 */
const FAILURES_EQUAL_TO_LAST_ATTEMPT = 1000

type EndpointKey = { account: string; endpoint: string }

const endDelivery = defineStatement<{
  account: string
  id: string
  holder: string
  status: WebhookDeliveryRow['status']
  next: number | null
  finished: string | null
}>((db, arg) =>
  db
    .updateTable('webhook_delivery')
    .set({
      status: arg('status'),
      next_at_ms: arg('next'),
      finished_at: arg('finished'),
      lease_holder: sql.lit(null),
      lease_until_ms: sql.lit(null),
    })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id'))
    .where('lease_holder', '=', arg('holder')),
)
const endAttempt = defineStatement<{
  account: string
  id: string
  number: number
  duration: number
  status: number | null
  error: string | null
  response: string | null
}>((db, arg) =>
  db
    .updateTable('webhook_attempt')
    .set({ duration_ms: arg('duration'), ...arg.columns('status', 'error', 'response') })
    .where('account_id', '=', arg('account'))
    .where('delivery_id', '=', arg('id'))
    .where('number', '=', arg('number')),
)
const recordSuccess = defineStatement<EndpointKey & { at: string; stale: string }>((db, arg) =>
  db
    .updateTable('webhook_endpoint')
    .set({
      failing_since_ms: sql.lit(null),
      failures_in_a_row: sql.lit(0),
      paused_until_ms: sql.lit(0),
      last_success_at: arg('at'),
    })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('endpoint'))
    .where((row) =>
      row.or([
        row('failing_since_ms', 'is not', null),
        row('last_success_at', 'is', null),
        row('last_success_at', '<=', arg('stale')),
      ]),
    ),
)
const recordFailures = defineStatement<EndpointKey & { now: number; failures: number; until: number; probe: number }>(
  (db, arg) =>
    db
      .updateTable('webhook_endpoint')
      .set((row) => ({
        failing_since_ms: sql<number>`coalesce(${row.ref('failing_since_ms')}, ${arg('now')})`,
        failures_in_a_row: row('failures_in_a_row', '+', arg('failures')),
        // Only the probe may shorten a pause.
        paused_until_ms: sql<number>`case when ${row.ref('paused_until_ms')} > ${arg('until')} and ${arg('probe')} = 0 then ${row.ref('paused_until_ms')} else ${arg('until')} end`,
      }))
      .where('account_id', '=', arg('account'))
      .where('id', '=', arg('endpoint')),
)
const disable = defineStatement<
  EndpointKey & { reason: WebhookDisabledReason; at: string; since: number; failures: number }
>((db, arg) =>
  db
    .updateTable('webhook_endpoint')
    .set({
      status: sql.lit('disabled' as const),
      disabled_reason: arg('reason'),
      disabled_at: arg('at'),
      updated_at: arg('at'),
    })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('endpoint'))
    .where('status', '=', sql.lit('enabled' as const))
    .where((row) => row(row.fn.coalesce('failing_since_ms', sql.lit(0)), '<=', arg('since')))
    .where('failures_in_a_row', '>=', arg('failures')),
)

export interface ClassifiedResult extends AttemptResult {
  classification: Classification
}

export interface DisabledEndpoint extends EndpointKey {
  reason: WebhookDisabledReason
}

function recordResult(tx: Tx, { claimed, outcome, classification }: ClassifiedResult, nowMs: number): void {
  const { account, delivery: id, holder, attempt: number } = claimed
  const finished = classification.nextAtMs === null ? toIsoTime(nowMs) : null
  tx.append(endDelivery, {
    account,
    id,
    holder,
    status: classification.status,
    next: classification.nextAtMs,
    finished,
  })
  const { durationMs: duration, status, error, response } = outcome
  tx.append(endAttempt, { account, id, number, duration, status, error, response })
}

/** A success resets the count of earlier failures. */
async function updateEndpoint(
  tx: Tx,
  of: EndpointKey,
  results: readonly ClassifiedResult[],
  nowMs: number,
): Promise<DisabledEndpoint | undefined> {
  const { account, endpoint } = of
  const at = toIsoTime(nowMs)
  const lastSuccessIndex = results.findLastIndex(({ classification }) => classification.endpoint === 'answers')
  if (lastSuccessIndex >= 0)
    tx.send(recordSuccess, { account, endpoint, at, stale: toIsoTime(nowMs - SUCCESS_UPDATE_INTERVAL_MS) })
  let failures = 0
  let until = 0
  let isProbe = false
  for (const { classification, claimed } of results.slice(lastSuccessIndex + 1)) {
    if (typeof classification.endpoint !== 'object') continue
    failures += 1
    until = Math.max(until, classification.endpoint.pausedUntilMs)
    isProbe ||= claimed.isProbe
  }
  if (failures > 0) tx.send(recordFailures, { account, endpoint, now: nowMs, failures, until, probe: Number(isProbe) })
  if (results.some(({ classification }) => classification.endpoint === 'gone')) {
    const changedRows = await tx.run(disable, { account, endpoint, reason: 'gone', at, since: nowMs, failures: 0 })
    return changedRows > 0 ? { ...of, reason: 'gone' } : undefined
  }
  if (
    failures === 0 ||
    !results.some(({ failingSinceMs }) => failingSinceMs !== null && failingSinceMs <= nowMs - DISABLE_AFTER_MS)
  )
    return undefined
  const isLast = results.some(({ classification }) => classification.status === 'failed')
  const thresholds = { since: nowMs - DISABLE_AFTER_MS, failures: isLast ? 0 : FAILURES_EQUAL_TO_LAST_ATTEMPT }
  return (await tx.run(disable, { account, endpoint, reason: 'failing', at, ...thresholds })) > 0
    ? { ...of, reason: 'failing' }
    : undefined
}

/**
 * Records attempt results in order of completion. It skips deliveries whose lease another server has claimed.
 * @returns the endpoints that this disables
 */
export async function recordResults(
  tx: Tx,
  results: readonly ClassifiedResult[],
  nowMs: number,
): Promise<DisabledEndpoint[]> {
  for (const one of results) recordResult(tx, one, nowMs)
  const byEndpoint = Map.groupBy(results, ({ claimed }) => `${claimed.account} ${claimed.endpoint}`)
  const disabled: DisabledEndpoint[] = []
  // A fixed order avoids deadlocks between servers.
  for (const [, group] of [...byEndpoint].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { account, endpoint } = group[0]?.claimed ?? { account: '', endpoint: '' }
    const one = await updateEndpoint(tx, { account, endpoint }, group, nowMs)
    if (one) disabled.push(one)
  }
  return disabled
}
