import { describeFault } from '../../contract/faultReasons.ts'
import { createError, type AppError } from '../errors.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Plane } from '../../contract/planes.ts'
import type { Actor, Caller, KeyCache } from './keyCache.ts'

const toChallenge = (extra: string): { headers: Record<string, string> } => ({
  headers: { 'WWW-Authenticate': `Bearer realm="studio"${extra}` },
})

/**
 * Finds the key of an Authorization header (RFC 6750 section 2.1), even if it is expired or revoked; call
 * `checkKeyPlane` and `checkKeyIsLive` next.
 * @throws AppError missing_api_key, invalid_api_key, or invalid_header for anything but a single token
 */
export async function authenticate(keys: KeyCache, authorization: string | undefined): Promise<Caller> {
  const match = authorization === undefined ? null : /^Bearer(?: +|$)(.*)$/i.exec(authorization)
  if (!match) throw createError('missing_api_key', {}, toChallenge(''))
  const token = (match[1] ?? '').trimEnd()
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token))
    throw createError(
      'authorization_invalid',
      {},
      {
        ...toChallenge(', error="invalid_request"'),
        faults: [{ header: 'Authorization', ...describeFault('header_no_bearer', {}) }],
      },
    )
  const caller = await keys.find(token)
  if (!caller) throw createInvalidKeyError('key_unknown')
  return caller
}

const createInvalidKeyError = (reason: 'key_unknown' | 'key_revoked' | 'key_expired'): AppError =>
  createError(reason, {}, toChallenge(', error="invalid_token"'))

/** @throws AppError invalid_api_key for an expired or revoked key (RFC 6750 section 3.1) */
export function checkKeyIsLive(actor: Actor, nowMs: number): void {
  if (actor.isRevoked) throw createInvalidKeyError('key_revoked')
  if (actor.expiresAtMs <= nowMs) throw createInvalidKeyError('key_expired')
}

/**
 * Checks that a key fits the plane: API keys give no access to the settings, owner keys none to the API.
 * @throws AppError invalid_api_key naming the kind of the key and its purpose
 */
export function checkKeyPlane(actor: Actor, plane: Plane): void {
  if ((actor.kind === 'owner') === (plane.name === 'settings')) return
  const challenge = toChallenge(', error="invalid_token"')
  throw actor.kind === 'owner'
    ? createError('owner_key_for_api', {}, { ...challenge, title: 'An owner key does not open the API' })
    : createError('api_key_for_settings', {}, { ...challenge, title: 'An API key does not open the account settings' })
}

const isFullOwner = ({ kind, scopes }: Actor): boolean => kind === 'owner' && scopes.size === 0

/** @throws AppError insufficient_scope (RFC 6750 section 3.1) */
export function checkScope(actor: Actor, operation: Operation): void {
  const { scope } = operation
  if (scope === undefined || isFullOwner(actor) || actor.scopes.has(scope)) return
  throw createError('scope_missing', { scope }, toChallenge(`, error="insufficient_scope", scope="${scope}"`))
}
