import { LRUCache } from 'lru-cache'

const MAX_BYTES = 64 * 1024 * 1024
/** What an entry costs beside its bytes. */
const OVERHEAD_BYTES = 400

/** A list's answer, right for one version of a resource in one epoch. */
export interface CachedReply {
  epoch: string
  version: number
  etag: string
  bytes: Buffer
}

export interface ReplyCache {
  get(account: string, operation: string, query: string): CachedReply | undefined
  set(account: string, operation: string, query: string, reply: CachedReply): void
}

/** Answers of lists by account, operation and query as sent; 64 MiB, the least recently used go first. */
export function createReplyCache(): ReplyCache {
  const cache = new LRUCache<string, CachedReply>({
    maxSize: MAX_BYTES,
    sizeCalculation: (reply, key) => reply.bytes.length + key.length * 2 + OVERHEAD_BYTES,
  })
  const keyOf = (account: string, operation: string, query: string): string => `${account} ${operation} ${query}`
  return {
    get: (account, operation, query) => cache.get(keyOf(account, operation, query)),
    set: (account, operation, query, reply) => cache.set(keyOf(account, operation, query), reply),
  }
}
