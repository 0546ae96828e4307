import type { EndpointQueue } from './queues.ts'

export interface WorkQueue {
  /** True if the account is known to have an enabled endpoint. */
  hasEndpoint(account: string): boolean
  enqueue(account: string): void
  enqueueAll(): void
  /** Removes and returns the accounts to process now; `undefined` means all. */
  dequeue(nowMs: number): string[] | undefined
  /**
   * Updates the due times after a cycle. @param accounts the processed accounts, `undefined` for all @param maySend
   * true if the endpoint has a free slot
   */
  update(
    accounts: readonly string[] | undefined,
    queues: readonly EndpointQueue[],
    maySend: (queue: EndpointQueue) => boolean,
  ): void
  idleMs(nowMs: number): number
}

/** Interval of polling all accounts, which finds other servers' writes and missed notifications. */
const POLL_ALL_MS = 1000
/** Polling interval while no endpoint is enabled. */
const IDLE_POLL_ALL_MS = 5000

export function createWorkQueue(): WorkQueue {
  const queued = new Set<string>()
  const due = new Map<string, number>()
  let isAllQueued = true
  let pollAllAtMs = 0
  return {
    hasEndpoint: (account) => due.has(account),
    enqueue: (account) => void queued.add(account),
    enqueueAll: () => void (isAllQueued = true),
    dequeue(nowMs) {
      if (isAllQueued || performance.now() >= pollAllAtMs) {
        isAllQueued = false
        queued.clear()
        return undefined
      }
      for (const [account, atMs] of due) if (atMs <= nowMs) queued.add(account)
      const accounts = [...queued]
      queued.clear()
      return accounts
    },
    update(accounts, queues, maySend) {
      if (accounts === undefined) due.clear()
      else for (const account of accounts) due.delete(account)
      for (const queue of queues) {
        const { account_id: account, due_ms: dueMs, paused_until_ms: pausedMs } = queue
        // An account without a free slot is queued again when a request ends.
        const atMs = dueMs === null || !maySend(queue) ? Infinity : Math.max(dueMs, pausedMs)
        due.set(account, Math.min(due.get(account) ?? Infinity, atMs))
      }
      if (accounts === undefined) pollAllAtMs = performance.now() + (due.size > 0 ? POLL_ALL_MS : IDLE_POLL_ALL_MS)
    },
    idleMs(nowMs) {
      if (isAllQueued || queued.size > 0) return 0
      let first = Infinity
      for (const atMs of due.values()) first = Math.min(first, atMs)
      return Math.max(0, Math.min(first - nowMs, pollAllAtMs - performance.now()))
    },
  }
}
