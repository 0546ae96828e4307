import { describeFault } from '../../../contract/faultReasons.ts'
import type { KeyScope } from '../../../contract/scopes.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Actor } from '../../auth/keyCache.ts'
import type { ApiKeyRow } from '../../db/schema.ts'
import { createError } from '../../errors.ts'
import { createValidationError } from '../../http/recordBody.ts'
import { parseScopes } from './view.ts'

export const isFullOwnerKey = (row: ApiKeyRow): boolean => row.kind === 'owner' && row.scopes === ''

const CHALLENGE = { headers: { 'WWW-Authenticate': 'Bearer realm="studio", error="insufficient_scope"' } }

/**
 * Checks the scopes of a managed key: an owner key with scopes gives no scope that it lacks, to keys of either kind.
 * @param scopes of the managed key; none means all settings
 * @throws AppError insufficient_scope
 */
export function checkScopesNotBroader(actor: Actor, scopes: readonly KeyScope[]): void {
  if (actor.scopes.size === 0) return
  const missing = scopes.filter((scope) => !actor.scopes.has(scope))
  if (scopes.length > 0 && missing.length === 0) return
  throw scopes.length === 0
    ? createError('key_would_do_more', {}, CHALLENGE)
    : createError('scopes_not_held', { scopes: missing }, CHALLENGE)
}

/** @throws AppError validation_failed for a key that would end later than the key that makes it */
export function checkEndsNoLater(actor: Actor, expiresAt: string | null): void {
  if (actor.expiresAtMs === Infinity) return
  const end = toIsoTime(actor.expiresAtMs)
  if (expiresAt !== null && expiresAt <= end) return
  const reason = expiresAt === null ? 'end_required' : 'ends_after_key'
  throw createValidationError([{ pointer: '#/expires_at', ...describeFault(reason, { end }) }])
}

/** @throws AppError insufficient_scope for an owner key with more scopes than the actor's */
export function checkCanRevoke(actor: Actor, row: ApiKeyRow): void {
  if (row.kind === 'owner') checkScopesNotBroader(actor, parseScopes(row))
}

/**
 * Checks that a key may be rotated. Who rotates it gets the new key, so an owner key with scopes rotates itself only,
 * and one that ends rotates none that ends later.
 * @throws AppError insufficient_scope
 */
export function checkCanRotate(actor: Actor, row: ApiKeyRow): void {
  if (row.id === actor.keyId) return
  if (actor.scopes.size > 0) throw createError('rotates_itself_only', {}, CHALLENGE)
  if (actor.expiresAtMs < (row.expires_at === null ? Infinity : Date.parse(row.expires_at)))
    throw createError('rotates_no_longer_key', {}, CHALLENGE)
}
