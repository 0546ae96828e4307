import type { Session } from '../../../contract/console.ts'
import type { Key } from '../../../contract/settings/keys.ts'
import type { Tone } from '../../parts/Tag.tsx'

/** `replaced`: a rotation created another key; this one works until its overlap ends. */
export type KeyState = 'live' | 'replaced' | 'expired' | 'revoked'

export function stateOf(key: Key, now: string): KeyState {
  if (key.revoked_at !== null) return 'revoked'
  if (key.expires_at !== null && key.expires_at <= now) return 'expired'
  return key.replaced_by === null ? 'live' : 'replaced'
}

export const isUsable = (key: Key, now: string): boolean => ['live', 'replaced'].includes(stateOf(key, now))

export const keyTones: Record<KeyState, Tone> = { live: 'good', replaced: 'warn', expired: 'quiet', revoked: 'quiet' }

const findOwn = (keys: readonly Key[], session: Session | null): Key | undefined =>
  keys.find(({ id }) => id === session?.owner_key?.id)

/** True if an owner key may rotate a key. One with scopes rotates only itself, because it gets the new key. */
export function canRotate(key: Key, keys: readonly Key[], session: Session | null): boolean {
  const own = findOwn(keys, session)
  return own?.scopes.length === 0 || own?.id === key.id
}

/** True if an owner key may revoke a key. One with scopes may do so only for owner keys with no more rights. */
export function canRevoke(key: Key, keys: readonly Key[], session: Session | null): boolean {
  const own = findOwn(keys, session)
  if (key.kind !== 'owner' || own?.scopes.length === 0) return true
  return key.scopes.length > 0 && key.scopes.every((scope) => own?.scopes.includes(scope) === true)
}

export const isOfSession = ({ id }: Key, session: Session | null): boolean =>
  session?.api_key.id === id || session?.owner_key?.id === id
