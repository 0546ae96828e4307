import type { ApiReason } from '../../contract/apiReasons.ts'
import { hash, randomBytes } from 'node:crypto'
import { settingsScopes } from '../../contract/scopes.ts'
import type { Session, SessionKey } from '../../contract/console.ts'
import { DAY_MS, SESSION_IDLE_HOURS } from '../../contract/policies.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { toActor, type Actor } from '../auth/keyCache.ts'
import type { ApiKeyRow } from '../db/schema.ts'
import type { SessionKeyRow } from './store.ts'

const IDLE_MS = (SESSION_IDLE_HOURS / 24) * DAY_MS
const TOKEN_BYTES = 32

/** A key of a session, in its present state. */
export interface HeldKey {
  actor: Actor
  name: string
  isReplaced: boolean
}

/** A session of the console, live or ended. */
export interface ConsoleSession {
  id: string
  account: string
  createdAt: string
  expiresAtMs: number
  /** Time of the last use. Each use in this process advances it; the stored time follows within a minute. */
  lastUsedAtMs: number
  lastUsedIp: string
  userAgent: string | null
  endedAt: string | null
  apiKey: HeldKey
  ownerKey: HeldKey | undefined
}

/** Generates a token or code of 256 random bits. Only its hash is stored. */
export const generateToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
export const isWellFormedToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

export const toHeldKey = (row: ApiKeyRow, sessionId: string | null): HeldKey => ({
  actor: { ...toActor(row), sessionId },
  name: row.name,
  isReplaced: row.replaced_by !== null,
})

/** Builds sessions from joined rows, by the hash of their tokens. */
export function toSessions(rows: readonly SessionKeyRow[]): Map<string, ConsoleSession> {
  const sessions = new Map<string, ConsoleSession>()
  const apiKeyRows = rows.filter((row) => row.id !== row.owner_key_id)
  for (const row of apiKeyRows) {
    const ownerRow = rows.find(({ id, session_id: session }) => session === row.session_id && id === row.owner_key_id)
    sessions.set(row.token_hash, {
      id: row.session_id,
      account: row.account_id,
      createdAt: row.session_created_at,
      expiresAtMs: Date.parse(row.session_expires_at),
      lastUsedAtMs: Date.parse(row.session_last_used_at),
      lastUsedIp: row.session_last_used_ip,
      userAgent: row.user_agent,
      endedAt: row.ended_at,
      apiKey: toHeldKey(row, row.session_id),
      ownerKey: ownerRow && toHeldKey(ownerRow, row.session_id),
    })
  }
  return sessions
}

/** The end of a session, as a reason of the API's errors. */
interface SessionEnd {
  reason: ApiReason
  values: Record<string, string | number>
}

function findKeyFault(
  kind: 'api_key' | 'owner_key',
  { actor, isReplaced }: HeldKey,
  nowMs: number,
): SessionEnd | undefined {
  const values = { key_kind: kind }
  if (actor.isRevoked) return { reason: 'session_key_revoked', values }
  if (actor.expiresAtMs <= nowMs) return { reason: 'session_key_expired', values }
  return isReplaced ? { reason: 'session_key_replaced', values } : undefined
}

/** Finds the reason why a session has ended; undefined while it is live. */
export function findEnd(session: ConsoleSession, nowMs: number): SessionEnd | undefined {
  if (session.endedAt !== null) return { reason: 'session_was_ended', values: {} }
  const keyFault =
    findKeyFault('api_key', session.apiKey, nowMs) ??
    (session.ownerKey && findKeyFault('owner_key', session.ownerKey, nowMs))
  if (keyFault !== undefined) return keyFault
  if (session.expiresAtMs <= nowMs) return { reason: 'session_too_old', values: {} }
  return session.lastUsedAtMs + IDLE_MS <= nowMs
    ? { reason: 'session_idle', values: { hours: SESSION_IDLE_HOURS } }
    : undefined
}

const toKeyView = ({ actor, name }: HeldKey): SessionKey => ({
  id: actor.keyId,
  label: name,
  scopes: actor.kind === 'owner' && actor.scopes.size === 0 ? [...settingsScopes] : [...actor.scopes],
})

export const toSessionKeys = ({ apiKey, ownerKey }: ConsoleSession): Pick<Session, 'api_key' | 'owner_key'> => ({
  api_key: toKeyView(apiKey),
  owner_key: ownerKey === undefined ? null : toKeyView(ownerKey),
})

const latestEnd = ({ expiresAtMs, apiKey, ownerKey }: ConsoleSession): number =>
  Math.min(expiresAtMs, apiKey.actor.expiresAtMs, ownerKey?.actor.expiresAtMs ?? Infinity)

export function toSessionView(session: ConsoleSession): Session {
  const expiresAtMs = latestEnd(session)
  return {
    id: session.id,
    account_id: session.account,
    created_at: session.createdAt,
    expires_at: toIsoTime(expiresAtMs),
    idle_expires_at: toIsoTime(Math.min(expiresAtMs, session.lastUsedAtMs + IDLE_MS)),
    ...toSessionKeys(session),
  }
}
