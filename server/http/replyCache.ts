import { LRUCache } from 'lru-cache'
import type { CacheStats } from '../metrics/registry.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** What an entry costs beside its bytes. */
const OVERHEAD_BYTES = 400
const MAX_ASKED = 20_000

/** A list's answer, right for one version of a resource in one epoch. */
interface CachedReply {
  epoch: string
  version: number
  etag: string
  bytes: Buffer
}

/** A record's text, and what kind of record it is. */
interface CachedRecord {
  /** Such as "gear item". */
  what: string
  text: string
}

export interface ReplyCache {
  get(account: string, operation: string, query: string): CachedReply | undefined
  set(account: string, operation: string, query: string, reply: CachedReply): void
  /** Whether the same list was asked before at this version: a walk through all pages asks each once and is not worth keeping. */
  isWorthKeeping(account: string, operation: string, query: string, version: number): boolean
  getRecord(account: string, id: string): CachedRecord | undefined
  /** Does nothing where records are not kept. */
  setRecord(account: string, id: string, record: CachedRecord): void
  /** Drops records that a write has changed. */
  forgetRecords(account: string, ids: readonly string[]): void
  /** Drops all records, because another process has written; lists carry their version and stay. */
  forgetAllRecords(): void
  /** How often they had what was asked for, since the start. */
  stats(): { lists: CacheStats; records: CacheStats }
}

function counted<Found>(stats: CacheStats, found: Found | undefined): Found | undefined {
  if (found === undefined) stats.misses += 1
  else stats.hits += 1
  return found
}

/**
 * Answers of lists by account, operation and query as sent, and texts of records: 64 MiB, the least recently used go first.
 * @param options.keepsRecords whether somebody tells of changes that other processes make; a record's text carries no version to compare
 */
export function createReplyCache(options: { keepsRecords: boolean }): ReplyCache {
  const lists = new LRUCache<string, CachedReply>({
    maxSize: (MAX_BYTES * 3) / 4,
    sizeCalculation: (reply, key) => reply.bytes.length + key.length * 2 + OVERHEAD_BYTES,
  })
  const records = new LRUCache<string, CachedRecord>({
    maxSize: MAX_BYTES / 4,
    sizeCalculation: ({ text }, key) => (text.length + key.length) * 2 + OVERHEAD_BYTES,
  })
  const asked = new LRUCache<string, number>({ max: MAX_ASKED })
  const listStats = { hits: 0, misses: 0 }
  const recordStats = { hits: 0, misses: 0 }
  const listKey = (account: string, operation: string, query: string): string => `${account} ${operation} ${query}`
  const recordKey = (account: string, id: string): string => `${account} ${id}`
  return {
    get: (account, operation, query) => counted(listStats, lists.get(listKey(account, operation, query))),
    set: (account, operation, query, reply) => lists.set(listKey(account, operation, query), reply),
    isWorthKeeping(account, operation, query, version) {
      const key = listKey(account, operation, query)
      const before = asked.get(key)
      asked.set(key, version)
      return before === version
    },
    getRecord: (account, id) => counted(recordStats, records.get(recordKey(account, id))),
    setRecord(account, id, record) {
      if (options.keepsRecords) records.set(recordKey(account, id), record)
    },
    forgetRecords(account, ids) {
      for (const id of ids) records.delete(recordKey(account, id))
    },
    forgetAllRecords: () => records.clear(),
    stats: () => ({ lists: listStats, records: recordStats }),
  }
}
