import { defineStatement } from '../db/statement.ts'
import type { AuditLinkRow, AuditRow } from '../db/auditRows.ts'
import type { AccountWrite } from '../db/write.ts'
import { serializeEntry, type AuditEntry } from './entry.ts'
import { sumLinkTotals, hashLink, hashRows } from './link.ts'

const insertRow = defineStatement<AuditRow>((db, arg) =>
  db
    .insertInto('audit')
    .values(arg.columns('account_id', 'seq', 'at', 'request_id', 'key_id', 'method', 'status', 'object_id', 'entry')),
)

const insertLink = defineStatement<Omit<AuditLinkRow, 'pruned_at' | 'seal'>>((db, arg) =>
  db
    .insertInto('audit_link')
    .values(arg.columns('account_id', 'last_seq', 'first_seq', 'rows_hash', 'hash', 'last_at', 'writes', 'bytes')),
)

export interface ChainEnd {
  seq: number
  hash: string
}

const linkAt = defineStatement<{ account: string; seq: number; hash: string }, { last_seq: number }>((db, arg) =>
  db
    .selectFrom('audit_link')
    .select('last_seq')
    .where('account_id', '=', arg('account'))
    .where('last_seq', '=', arg('seq'))
    .where('hash', '=', arg('hash')),
)

/** True if the chain contains this link. The account is locked, so no commit is in progress. */
export const hasLink = async ({ tx, account }: AccountWrite, { seq, hash }: ChainEnd): Promise<boolean> =>
  (await tx.get(linkAt, { account, seq, hash })) !== undefined

/** Appends audit rows with one chain link, in the write's transaction. */
export async function appendAudit(write: AccountWrite, entries: readonly AuditEntry[]): Promise<void> {
  const { state, tx, account } = write
  const firstSeq = state.audit_seq + 1
  const rows: AuditRow[] = []
  for (const entry of entries) {
    state.audit_seq += 1
    const row: AuditRow = {
      account_id: account,
      seq: state.audit_seq,
      at: entry.at,
      request_id: entry.requestId,
      key_id: entry.keyId,
      method: entry.method,
      status: entry.status,
      object_id: entry.objectId,
      entry: serializeEntry(entry),
    }
    rows.push(row)
    tx.append(insertRow, row)
  }
  const digest = hashRows(rows)
  const linkColumns = sumLinkTotals(rows)
  state.audit_hash = hashLink(state.audit_hash, firstSeq, state.audit_seq, digest)
  state.audit_bytes += linkColumns.bytes
  tx.append(insertLink, {
    account_id: account,
    last_seq: state.audit_seq,
    first_seq: firstSeq,
    rows_hash: digest,
    hash: state.audit_hash,
    ...linkColumns,
  })
}
