import type { Database } from '../../platform/sql/types.ts'
import type { AccountState } from './accountState.ts'

/**
 * In-memory account states, valid until another process commits. A database without
 * cheap change detection caches none, because a read may already be stale.
 */
export interface Versions {
  /** Drops all states after a commit by another process. Called at the start of each request. */
  check(): void
  get(account: string): AccountState | undefined
  set(state: AccountState): void
}

/** @param onForeignCommit called after another process's commit, to clear other caches */
export function createVersions(db: Database, onForeignCommit: () => void): Versions {
  const known = new Map<string, AccountState>()
  let lastSeen = db.foreignCommits()
  return {
    check() {
      const now = db.foreignCommits()
      if (now !== undefined && now === lastSeen) return
      lastSeen = now
      known.clear()
      onForeignCommit()
    },
    get: (account) => known.get(account),
    set(state) {
      if (lastSeen === undefined) return
      const before = known.get(state.account_id)
      // A slow reader must not overwrite the state of a later write.
      if (!before || before.epoch !== state.epoch || before.event_seq + before.audit_seq <= state.event_seq + state.audit_seq)
        known.set(state.account_id, state)
    },
  }
}
