import { AppError } from '../errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import { API_PREFIX, OWNER_PREFIX } from '../../platform/keyFormat.ts'
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
  if (!match)
    throw new AppError(
      'missing_api_key',
      'Send your API key in the header "Authorization: Bearer <API key>".',
      toChallenge(''),
    )
  const token = (match[1] ?? '').trimEnd()
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token))
    throw new AppError(
      'invalid_header',
      'The Authorization header must hold the word Bearer, one space and the API key.',
      {
        ...toChallenge(', error="invalid_request"'),
        faults: [{ header: 'Authorization', code: 'invalid_value', detail: 'must be "Bearer <API key>"' }],
      },
    )
  const caller = await keys.find(token)
  if (!caller) throw createInvalidKeyError('The API key is not known here.')
  return caller
}

const createInvalidKeyError = (detail: string): AppError =>
  new AppError('invalid_api_key', detail, toChallenge(', error="invalid_token"'))

/** @throws AppError invalid_api_key for an expired or revoked key (RFC 6750 section 3.1) */
export function checkKeyIsLive(actor: Actor, nowMs: number): void {
  if (actor.isRevoked) throw createInvalidKeyError('The API key was revoked.')
  if (actor.expiresAtMs <= nowMs) throw createInvalidKeyError('The API key has expired.')
}

/**
 * Checks that a key fits the plane: API keys give no access to the settings, owner keys none to the API.
 * @throws AppError invalid_api_key naming the kind of the key and its purpose
 */
export function checkKeyPlane(actor: Actor, plane: Plane): void {
  if ((actor.kind === 'owner') === (plane.name === 'settings')) return
  const [title, detail] =
    actor.kind === 'owner'
      ? [
          'An owner key does not open the API',
          `This is an owner key (${OWNER_PREFIX}…): it opens only ${settingsPlane.base}. Use an API key (${API_PREFIX}…) here.`,
        ]
      : [
          'An API key does not open the account settings',
          `This is an API key (${API_PREFIX}…): it opens only ${apiPlane.base}. The account settings need an owner key (${OWNER_PREFIX}…).`,
        ]
  throw new AppError('invalid_api_key', detail, { ...toChallenge(', error="invalid_token"'), title })
}

const isFullOwner = ({ kind, scopes }: Actor): boolean => kind === 'owner' && scopes.size === 0

/** @throws AppError insufficient_scope (RFC 6750 section 3.1) */
export function checkScope(actor: Actor, operation: Operation): void {
  const { scope } = operation
  if (scope === undefined || isFullOwner(actor) || actor.scopes.has(scope)) return
  throw new AppError(
    'insufficient_scope',
    `This needs a key with the scope ${scope}.`,
    toChallenge(`, error="insufficient_scope", scope="${scope}"`),
  )
}
