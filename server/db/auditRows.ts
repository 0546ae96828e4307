export interface AuditRow {
  account_id: string
  seq: number
  at: string
  request_id: string
  key_id: string
  method: string
  status: number
  object_id: string | null
  /** The entry as JSON text, which the chain hashes. */
  entry: string
}

/** A link of an account's audit chain, for one write or a batch of other requests. See `server/audit/link.ts`. */
export interface AuditLinkRow {
  account_id: string
  last_seq: number
  first_seq: number
  rows_hash: string
  hash: string
  last_at: string
  /** Number of the link's rows whose requests changed something. */
  writes: number
  bytes: number
  pruned_at: string | null
  /** Hash over the remaining columns of a pruned link. */
  seal: string | null
}
