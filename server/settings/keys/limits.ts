import type { KeyScope } from '../../../contract/scopes.ts'
import type { Actor } from '../../auth/keys.ts'
import type { ApiKeyRow } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { scopesOf } from './view.ts'

/** Whether a row is an owner key that opens all of the settings. */
export const isFullOwnerKey = (row: ApiKeyRow): boolean => row.kind === 'owner' && row.scopes === ''

/**
 * Keeps an owner key with scopes from making, rotating or revoking one that may do more than itself. API keys open another plane: it may
 * make them with any scopes.
 * @param scopes of the owner key that it is about; none: all of the settings
 * @throws AppError insufficient_scope
 */
export function refuseMore(actor: Actor, scopes: readonly KeyScope[]): void {
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

/** The same for a key that is there. @throws AppError insufficient_scope */
export function refuseStronger(actor: Actor, row: ApiKeyRow): void {
  if (row.kind === 'owner') refuseMore(actor, scopesOf(row))
}
