import type { Database } from '../../platform/sql/types.ts'
import { createHashLookup, type HashLookup } from '../auth/hashLookup.ts'
import { parseState, type AccountState } from '../db/accountState.ts'
import { hashToken, isWellFormedToken, toSessions, type ConsoleSession } from './session.ts'
import { findSessionRows, findSessionsByHash } from './store.ts'

interface SessionCaller {
  session: ConsoleSession
  /** State of the account, read after the request arrived; undefined if a cache of states has it. */
  state: AccountState | undefined
}

/** Finds sessions by their tokens, with the present state of their keys. It also finds ended ones. */
export type SessionLookup = HashLookup<SessionCaller>

export function createSessionLookup(db: Database): SessionLookup {
  const isStateCached = db.foreignCommits() !== undefined
  return createHashLookup(db, {
    hash: hashToken,
    isWellFormed: isWellFormedToken,
    async read(tx, hashes) {
      const rows = await findSessionsByHash(tx, hashes)
      const states = new Map(rows.map((row) => [row.token_hash, row]))
      const callers = new Map<string, SessionCaller>()
      for (const [hash, session] of toSessions(rows)) {
        const row = states.get(hash)
        callers.set(hash, { session, state: isStateCached || !row ? undefined : parseState(row) })
      }
      return callers
    },
  })
}

/** Reads a session by its id, from the database. */
export async function readSession(db: Database, account: string, id: string): Promise<ConsoleSession | undefined> {
  const rows = await db.read((tx) => findSessionRows(tx, account, id), { oneStatement: true })
  const [session] = toSessions(rows).values()
  return session
}
