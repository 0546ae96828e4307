import type { Queue } from './queues.ts'

/** Which accounts have to be looked at, and when. */
export interface Agenda {
  /** Whether an account has an endpoint that is switched on, as far as this process knows. */
  knows(account: string): boolean
  /** Looks at an account in the next turn. */
  add(account: string): void
  /** Looks at everybody in the next turn. */
  addAll(): void
  /** Takes out who is to be looked at now; undefined: everybody. */
  take(nowMs: number): string[] | undefined
  /** Notes what a turn saw. @param accounts whom it looked at; undefined: everybody. @param maySend whether there is room for one more request */
  note(accounts: readonly string[] | undefined, queues: readonly Queue[], maySend: (queue: Queue) => boolean): void
  /** How long nobody has to be looked at, milliseconds. */
  restMs(nowMs: number): number
}

/** Other servers' writes and what was missed are found by looking at everybody from time to time. */
const LOOK_EVERY_MS = 1000
/** Where nobody wants events. */
const LOOK_SELDOM_MS = 5000

export function createAgenda(): Agenda {
  const soon = new Set<string>()
  /** By account: when its next delivery may be sent. */
  const due = new Map<string, number>()
  let everybody = true
  let lookAtMs = 0
  return {
    knows: (account) => due.has(account),
    add: (account) => void soon.add(account),
    addAll: () => void (everybody = true),
    take(nowMs) {
      if (everybody || performance.now() >= lookAtMs) {
        everybody = false
        soon.clear()
        return undefined
      }
      for (const [account, atMs] of due) if (atMs <= nowMs) soon.add(account)
      const accounts = [...soon]
      soon.clear()
      return accounts
    },
    note(accounts, queues, maySend) {
      if (accounts === undefined) due.clear()
      else for (const account of accounts) due.delete(account)
      for (const queue of queues) {
        const { account_id: account, due_ms: dueMs, paused_until_ms: pausedMs } = queue
        // Where there is no room, the end of a request makes some and has the account looked at.
        const atMs = dueMs === null || !maySend(queue) ? Infinity : Math.max(dueMs, pausedMs)
        due.set(account, Math.min(due.get(account) ?? Infinity, atMs))
      }
      if (accounts === undefined) lookAtMs = performance.now() + (due.size > 0 ? LOOK_EVERY_MS : LOOK_SELDOM_MS)
    },
    restMs(nowMs) {
      if (everybody || soon.size > 0) return 0
      let first = Infinity
      for (const atMs of due.values()) first = Math.min(first, atMs)
      return Math.max(0, Math.min(first - nowMs, lookAtMs - performance.now()))
    },
  }
}
