import { hash } from 'node:crypto'
import { define } from '../db/statement.ts'
import type { AuditRow } from '../db/schema.ts'
import type { Write } from '../db/write.ts'
import { entryJson, type AuditEntry } from './entry.ts'

const insertRow = define<AuditRow>((db, arg) =>
  db.insertInto('audit').values({
    account_id: arg('account_id'),
    seq: arg('seq'),
    at: arg('at'),
    request_id: arg('request_id'),
    key_id: arg('key_id'),
    method: arg('method'),
    status: arg('status'),
    object_id: arg('object_id'),
    entry: arg('entry'),
  }),
)

const insertLink = define<{ account: string; last: number; first: number; rows: string; hash: string }>((db, arg) =>
  db
    .insertInto('audit_link')
    .values({ account_id: arg('account'), last_seq: arg('last'), first_seq: arg('first'), rows_hash: arg('rows'), hash: arg('hash') }),
)

/** Hash over a link's rows: their numbers and entries, in order. */
export const rowsHash = (rows: readonly { seq: number; entry: string }[]): string =>
  hash('sha256', rows.map((row) => `${row.seq} ${row.entry}\n`).join(''), 'hex')

/** Hash of a link: of the link before, the numbers it spans and its rows' hash. */
export const linkHash = (previous: string, first: number, last: number, rows: string): string =>
  hash('sha256', `${previous} ${first} ${last} ${rows}`, 'hex')

/** Appends audit rows and closes them with one link of the account's chain, in the write's transaction. */
export async function appendAudit(write: Write, entries: readonly AuditEntry[]): Promise<void> {
  const { state, tx, account } = write
  const first = state.audit_seq + 1
  const rows: { seq: number; entry: string }[] = []
  for (const entry of entries) {
    state.audit_seq += 1
    const json = entryJson(entry)
    rows.push({ seq: state.audit_seq, entry: json })
    await tx.run(insertRow, {
      account_id: account,
      seq: state.audit_seq,
      at: entry.at,
      request_id: entry.requestId,
      key_id: entry.keyId,
      method: entry.method,
      status: entry.status,
      object_id: entry.objectId,
      entry: json,
    })
  }
  const rowsDigest = rowsHash(rows)
  state.audit_hash = linkHash(state.audit_hash, first, state.audit_seq, rowsDigest)
  await tx.run(insertLink, { account, last: state.audit_seq, first, rows: rowsDigest, hash: state.audit_hash })
}
