import type { Database } from '../../platform/sql/types.ts'
import type { AccountState } from './accountState.ts'

/**
 * What this process knows of accounts without asking the database: right as long as nobody else commits. Where the database does not tell
 * of that, nothing is ever known: an answer on its way from it may be older than what another process has just committed.
 */
export interface Versions {
  /** Drops what is known when another process has committed. Called at the start of each request. */
  check(): void
  get(account: string): AccountState | undefined
  set(state: AccountState): void
}

/** @param onForeignCommit called when another process has committed, for other caches to drop theirs */
export function createVersions(db: Database, onForeignCommit: () => void): Versions {
  const known = new Map<string, AccountState>()
  let seen = db.foreignCommits()
  return {
    check() {
      const now = db.foreignCommits()
      if (now !== undefined && now === seen) return
      seen = now
      known.clear()
      onForeignCommit()
    },
    get: (account) => known.get(account),
    set(state) {
      if (seen === undefined) return
      const before = known.get(state.account_id)
      // A slow reader must not put back what a later write has replaced.
      if (!before || before.epoch !== state.epoch || before.event_seq + before.audit_seq <= state.event_seq + state.audit_seq)
        known.set(state.account_id, state)
    },
  }
}
