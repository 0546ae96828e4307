import type { Database } from '../../platform/sql/types.ts'
import type { AccountState } from './accountState.ts'

/**
 * In-memory account states, valid until another process commits. A database without
 * cheap change detection caches none, because a read may already be stale.
 */
export interface AccountStateCache {
  /** Drops all states if another process has committed. Called at the start of each request. */
  check(): void
  get(account: string): AccountState | undefined
  set(state: AccountState): void
}

/** @param onForeignCommit called after another process's commit, to clear other caches */
export function createAccountStateCache(db: Database, onForeignCommit: () => void): AccountStateCache {
  const states = new Map<string, AccountState>()
  let lastSeen = db.foreignCommits()
  return {
    check() {
      const commits = db.foreignCommits()
      if (commits === lastSeen) return
      lastSeen = commits
      states.clear()
      onForeignCommit()
    },
    get: (account) => states.get(account),
    set(state) {
      if (lastSeen === undefined) return
      const cached = states.get(state.account_id)
      // The state from a slow read must not overwrite the state of a later write.
      if (!cached || cached.epoch !== state.epoch || cached.event_seq + cached.audit_seq <= state.event_seq + state.audit_seq)
        states.set(state.account_id, state)
    },
  }
}
