import type { KeyScope } from '../../../contract/scopes.ts'
import type { Actor } from '../../auth/keyCache.ts'
import type { ApiKeyRow } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { parseScopes } from './view.ts'

export const isFullOwnerKey = (row: ApiKeyRow): boolean => row.kind === 'owner' && row.scopes === ''

/**
 * Checks the scopes of a managed key: an owner key with scopes may not manage broader owner keys. It may create any API
 * key, because API keys belong to another plane.
 * @param scopes of the managed key; none means all settings
 * @throws AppError insufficient_scope
 */
export function checkScopesNotBroader(actor: Actor, scopes: readonly KeyScope[]): void {
  if (actor.scopes.size === 0) return
  if (scopes.length > 0 && scopes.every((scope) => actor.scopes.has(scope))) return
  throw new AppError(
    'insufficient_scope',
    'An owner key with scopes cannot make, rotate or revoke one that may do more than itself. Use a full owner key.',
    {
      headers: { 'WWW-Authenticate': 'Bearer realm="studio", error="insufficient_scope"' },
    },
  )
}

/** @throws AppError insufficient_scope for an owner key with more scopes than the actor's */
export function checkCanManageKey(actor: Actor, row: ApiKeyRow): void {
  if (row.kind === 'owner') checkScopesNotBroader(actor, parseScopes(row))
}
