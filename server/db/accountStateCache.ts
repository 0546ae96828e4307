import { setImmediate as afterThisTurn } from 'node:timers/promises'
import type { Database } from '../../platform/sql/types.ts'
import type { AccountState } from './accountState.ts'

/**
 * Caches account states until another process commits. A database without cheap change detection caches none, because a
 * read may already be stale.
 */
export interface AccountStateCache {
  /**
   * Drops all states if another process has committed before this call. Requests that arrive in one turn of the event
   * loop share the check, because it costs as much as a tenth of a cached response. It returns undefined if nothing is
   * cached.
   */
  check(): Promise<void> | undefined
  get(account: string): AccountState | undefined
  set(state: AccountState): void
}

/** @param onForeignCommit called after another process's commit, to clear other caches */
export function createAccountStateCache(db: Database, onForeignCommit: () => void): AccountStateCache {
  const states = new Map<string, AccountState>()
  let lastSeen = db.foreignCommits()
  const noticesCommits = lastSeen !== undefined
  let nextCheck: Promise<void> | undefined
  const checkOnce = (): void => {
    nextCheck = undefined
    const commits = db.foreignCommits()
    if (commits === lastSeen) return
    lastSeen = commits
    states.clear()
    onForeignCommit()
  }
  const checkSoon = async (): Promise<void> => {
    await afterThisTurn()
    checkOnce()
  }
  return {
    check: () => (noticesCommits ? (nextCheck ??= checkSoon()) : undefined),
    get: (account) => states.get(account),
    set(state) {
      if (lastSeen === undefined) return
      const cached = states.get(state.account_id)
      // The state from a slow read must not overwrite the state of a later write.
      if (
        !cached ||
        cached.epoch !== state.epoch ||
        cached.event_seq + cached.audit_seq <= state.event_seq + state.audit_seq
      )
        states.set(state.account_id, state)
    },
  }
}
