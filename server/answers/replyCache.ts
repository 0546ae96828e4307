import type { RecordName } from '../../contract/reasonValues.ts'
import { LRUCache } from 'lru-cache'
import type { AccountState, VersionedResource } from '../db/accountState.ts'
import type { CacheStats } from '../metrics/registry.ts'

const MAX_LIST_BYTES = 40 * 1024 * 1024
const MAX_RECORD_BYTES = 16 * 1024 * 1024
const ENTRY_OVERHEAD_BYTES = 400
const MAX_TRACKED_LISTS = 20_000

interface CachedReply {
  epoch: string
  version: number
  etag: string
  bytes: Uint8Array
}

interface CachedRecord {
  recordName: RecordName
  text: string
  /** Version of the account's records of this kind, at or before the read. */
  version: string | undefined
}

export interface ReplyCache {
  get(account: string, operation: string, query: string): CachedReply | undefined
  set(account: string, operation: string, query: string, reply: CachedReply): void
  /**
   * True from the second request of a list at one version, if the lists requested in between would fit into the cache.
   * Otherwise a client that reads all pages would fill it with pages that are evicted before their next request.
   * @param bytes of the reply
   */
  isWorthCaching(account: string, operation: string, query: string, version: number, bytes: number): boolean
  /**
   * Returns the version by which a cached record is compared; undefined if other processes' writes drop records
   * instead.
   */
  versionOf(state: AccountState | undefined, resource: VersionedResource): string | undefined
  /** @param version the present one */
  getRecord(account: string, id: string, version: string | undefined): CachedRecord | undefined
  setRecord(account: string, id: string, record: CachedRecord): void
  dropRecords(account: string, ids: readonly string[]): void
  /** Drops all records after a noticed write by another process. Lists stay, because their version is compared. */
  dropAllRecords(): void
  stats(): { lists: CacheStats; records: CacheStats }
}

const listSize = (key: string, bytes: number): number => bytes + key.length * 2 + ENTRY_OVERHEAD_BYTES

function countLookup<Found>(stats: CacheStats, found: Found | undefined): Found | undefined {
  if (found === undefined) stats.misses += 1
  else stats.hits += 1
  return found
}

/**
 * Caches list answers by account, operation and query, and record texts: 56 MiB, LRU.
 * @param options.dropsRecords true if writes of other processes are noticed and drop record texts; otherwise their
 * versions are compared
 */
export function createReplyCache(options: { dropsRecords: boolean }): ReplyCache {
  const lists = new LRUCache<string, CachedReply>({
    maxSize: MAX_LIST_BYTES,
    sizeCalculation: ({ bytes }, key) => listSize(key, bytes.length),
  })
  const records = new LRUCache<string, CachedRecord>({
    maxSize: MAX_RECORD_BYTES,
    sizeCalculation: ({ text }, key) => (text.length + key.length) * 2 + ENTRY_OVERHEAD_BYTES,
  })
  const requestedVersions = new LRUCache<string, number>({ max: MAX_TRACKED_LISTS, maxSize: MAX_LIST_BYTES })
  const listStats = { hits: 0, misses: 0 }
  const recordStats = { hits: 0, misses: 0 }
  const listKey = (account: string, operation: string, query: string): string => `${account} ${operation} ${query}`
  const recordKey = (account: string, id: string): string => `${account} ${id}`
  return {
    get: (account, operation, query) => countLookup(listStats, lists.get(listKey(account, operation, query))),
    set: (account, operation, query, reply) => lists.set(listKey(account, operation, query), reply),
    isWorthCaching(account, operation, query, version, bytes) {
      const key = listKey(account, operation, query)
      const requestedVersion = requestedVersions.get(key)
      requestedVersions.set(key, version, { size: listSize(key, bytes) })
      return requestedVersion === version
    },
    versionOf: (state, resource) =>
      options.dropsRecords || !state ? undefined : `${state.epoch} ${state[`${resource}_version`]}`,
    getRecord(account, id, version) {
      const record = records.get(recordKey(account, id))
      return countLookup(
        recordStats,
        options.dropsRecords || (version !== undefined && record?.version === version) ? record : undefined,
      )
    },
    setRecord: (account, id, record) => void records.set(recordKey(account, id), record),
    dropRecords(account, ids) {
      for (const id of ids) records.delete(recordKey(account, id))
    },
    dropAllRecords: () => records.clear(),
    stats: () => ({ lists: listStats, records: recordStats }),
  }
}
