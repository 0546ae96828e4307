import type { KeyScope } from '../../../contract/scopes.ts'
import type { Actor } from '../../auth/keyCache.ts'
import { createError } from '../../errors.ts'

/** Opens the list of all events, with their records. */
const ALL_EVENTS: KeyScope = 'events:read'
/** Scopes of owner keys that open the records of one noun. */
const scopeByNoun: Readonly<Record<string, KeyScope>> = { document: 'documents:read' }

const isReadable = ({ scopes }: Actor, pattern: string): boolean => {
  const scope = scopeByNoun[pattern.split('.')[0] ?? '']
  return scopes.size === 0 || scopes.has(ALL_EVENTS) || (scope !== undefined && scopes.has(scope))
}

/**
 * Checks that the owner key could read what an endpoint receives: a full key and `events:read` all events,
 * `documents:read` those of documents.
 * @throws AppError insufficient_scope
 */
export function checkEventsReadable(actor: Actor, patterns: readonly string[]): void {
  const unreadable = patterns.filter((pattern) => !isReadable(actor, pattern))
  if (unreadable.length === 0) return
  throw createError(
    'events_not_readable',
    { events: unreadable, scope: ALL_EVENTS },
    { headers: { 'WWW-Authenticate': `Bearer realm="studio", error="insufficient_scope", scope="${ALL_EVENTS}"` } },
  )
}
