import { sql } from 'kysely'
import { MAX_OVERLAP_SECONDS } from '../../contract/settings/keys.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Schema } from '../db/schema.ts'
import type { AccountWrite } from '../db/write.ts'

const HOUR_MS = 60 * 60 * 1000
const MAX_WAIT_MS = 48 * HOUR_MS

/** Restarts the overlap of a rotated key now, limited to the maximum overlap. */
async function repairKeys({ tx, account, nowMs, now }: AccountWrite): Promise<void> {
  const db = tx.builder<Schema>()
  const rotated = await tx.query(
    db
      .selectFrom('api_key')
      .innerJoin('api_key as next', 'next.id', 'api_key.replaced_by')
      .select(['api_key.id', 'api_key.expires_at as end', 'next.created_at as start'])
      .where('api_key.account_id', '=', account)
      .where('next.account_id', '=', account)
      .where('next.created_at', '>', now),
  )
  for (const { id, end, start } of rotated) {
    if (end === null) continue
    const overlapMs = Math.min(MAX_OVERLAP_SECONDS * 1000, Math.max(0, Date.parse(end) - Date.parse(start)))
    await tx.query(
      db
        .updateTable('api_key')
        .set({ expires_at: toIsoTime(nowMs + overlapMs) })
        .where('account_id', '=', account)
        .where('id', '=', id),
    )
  }
  for (const column of ['created_at', 'last_used_at'] as const)
    await tx.query(
      db
        .updateTable('api_key')
        .set({ [column]: now })
        .where('account_id', '=', account)
        .where(column, '>', now),
    )
}

/** Ends waits of deliveries and endpoints for a time that a wrong clock has set. */
async function repairWebhooks({ tx, account, nowMs, now }: AccountWrite): Promise<void> {
  const db = tx.builder<Schema>()
  const latestMs = nowMs + MAX_WAIT_MS
  await tx.query(
    db
      .updateTable('webhook_delivery')
      .set({ next_at_ms: nowMs })
      .where('account_id', '=', account)
      .where('next_at_ms', '>', latestMs),
  )
  await tx.query(
    db
      .updateTable('webhook_delivery')
      .set({ lease_holder: null, lease_until_ms: null })
      .where('account_id', '=', account)
      .where('lease_until_ms', '>', latestMs),
  )
  await tx.query(
    db
      .updateTable('webhook_endpoint')
      .set({ paused_until_ms: 0 })
      .where('account_id', '=', account)
      .where('paused_until_ms', '>', latestMs),
  )
  await tx.query(
    db
      .updateTable('webhook_endpoint')
      .set({ failing_since_ms: nowMs })
      .where('account_id', '=', account)
      .where('failing_since_ms', '>', nowMs),
  )
  for (const column of ['created_at', 'updated_at', 'disabled_at', 'last_success_at'] as const)
    await tx.query(
      db
        .updateTable('webhook_endpoint')
        .set({ [column]: now })
        .where('account_id', '=', account)
        .where(column, '>', now),
    )
}

/** Sets future times outside records to now: stored responses, keys, webhooks, profiles, clock watch. */
export async function repairTimes(write: AccountWrite): Promise<void> {
  const { tx, account, nowMs, now } = write
  const db = tx.builder<Schema>()
  await tx.query(
    db.updateTable('idempotency').set({ at_ms: nowMs }).where('account_id', '=', account).where('at_ms', '>', nowMs),
  )
  await repairKeys(write)
  await repairWebhooks(write)
  for (const table of ['profile', 'studio_profile'] as const)
    await tx.query(
      db.updateTable(table).set({ updated_at: now }).where('account_id', '=', account).where('updated_at', '>', now),
    )
  await tx.query(
    db
      .updateTable('clock_watch')
      .set({ seen_ms: sql<number>`cast(${nowMs} as bigint)` })
      .where('seen_ms', '>', nowMs),
  )
  write.state.profile_version += 1
}
