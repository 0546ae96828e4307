import { LAST_EXPIRY, type KeyRotation } from '../../../contract/settings/keys.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Actor, KeyKind } from '../../auth/keyCache.ts'
import type { ApiKeyRow } from '../../db/schema.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import { createError } from '../../errors.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { createNotFoundError } from '../../resources/shared/record.ts'
import { issueKeyWithAnswer } from './issueKeyWithAnswer.ts'
import { checkCanRotate } from './limits.ts'
import { findKey, markReplaced, markRevoked } from './store.ts'
import { etagOfKey, parseScopes } from './view.ts'

function checkRotatable(row: ApiKeyRow, now: string): void {
  if (row.replaced_by !== null) throw createError('key_rotated_before', { key_id: row.replaced_by })
  if (row.revoked_at !== null) throw createError('key_was_revoked', {})
  if (row.expires_at !== null && row.expires_at <= now) throw createError('key_has_expired', {})
}

/** Gives the new key the lifetime that the old one had, but no later end than that of the key that rotates it. */
const computeNextExpiry = (row: ApiKeyRow, actor: Actor, nowMs: number): string | null =>
  row.expires_at === null
    ? null
    : toIsoTime(
        Math.min(
          Date.parse(LAST_EXPIRY),
          actor.expiresAtMs,
          nowMs + Date.parse(row.expires_at) - Date.parse(row.created_at),
        ),
      )

/**
 * Replaces a key by one with the same name, scopes and rate. The old key expires when the overlap ends, never later
 * than before.
 */
export async function rotateAccountKey(context: ServerWriteContext, body: KeyRotation): Promise<WriteResult> {
  const { write, actor, id, ifMatch } = context
  const row = await findKey(write.tx, write.account, id)
  if (!row) throw createNotFoundError('key')
  checkCanRotate(actor, row)
  checkIfMatch(ifMatch, etagOfKey(row))
  checkRotatable(row, write.now)
  const { row: next, result } = await issueKeyWithAnswer(write, {
    kind: row.kind as KeyKind,
    name: row.name,
    scopes: parseScopes(row),
    ratePerSecond: row.rate_per_second,
    expiresAt: computeNextExpiry(row, actor, write.nowMs),
  })
  const overlapEnd = toIsoTime(write.nowMs + body.overlap_seconds * 1000)
  const oldKeyExpiry = row.expires_at !== null && row.expires_at < overlapEnd ? row.expires_at : overlapEnd
  await markReplaced(write.tx, write.account, id, next.id, oldKeyExpiry)
  // The old key is revoked if there is no overlap, so that its end does not depend on a clock.
  if (body.overlap_seconds === 0) await markRevoked(write.tx, write.account, id, write.now)
  write.keysChanged = true
  return { ...result, changed: ['expires_at', 'replaced_by', ...(body.overlap_seconds === 0 ? ['revoked_at'] : [])] }
}
