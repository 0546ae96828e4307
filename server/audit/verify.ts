import type { Tx } from '../../platform/sql/types.ts'
import { CHAIN_START, readAccountState } from '../db/accountState.ts'
import type { AuditRow } from '../db/schema.ts'
import { define } from '../db/statement.ts'
import { linkHash, rowsHash } from './chain.ts'

interface Link {
  first_seq: number
  last_seq: number
  rows_hash: string
  hash: string
}

/** What a check of an account's audit chain found. `fault` says what is wrong first, in a sentence. */
export interface ChainReport {
  links: number
  rows: number
  fault: string | null
}

const LINKS_AT_ONCE = 500

const linksAfter = define<{ account: string; after: number; limit: number }, Link>((db, arg) =>
  db
    .selectFrom('audit_link')
    .select(['first_seq', 'last_seq', 'rows_hash', 'hash'])
    .where('account_id', '=', arg('account'))
    .where('last_seq', '>', arg('after'))
    .orderBy('last_seq')
    .limit(arg('limit')),
)
const rowsBetween = define<{ account: string; first: number; last: number }, AuditRow>((db, arg) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('seq', '>=', arg('first'))
    .where('seq', '<=', arg('last'))
    .orderBy('seq'),
)
const rowsAfter = define<{ account: string; after: number }, { rows: string | number }>((db, arg) =>
  db
    .selectFrom('audit')
    .select((expression) => expression.fn.countAll<string | number>().as('rows'))
    .where('account_id', '=', arg('account'))
    .where('seq', '>', arg('after')),
)

/** The columns stand beside the entry only for searching: they must say the same. */
function columnsAgree(row: AuditRow): boolean {
  const entry = JSON.parse(row.entry) as Record<string, unknown>
  return (
    entry['at'] === row.at &&
    entry['request_id'] === row.request_id &&
    entry['key_id'] === row.key_id &&
    entry['method'] === row.method &&
    entry['status'] === row.status &&
    (entry['object_id'] ?? null) === row.object_id
  )
}

function linkFault(link: Link, rows: readonly AuditRow[], before: { seq: number; hash: string }): string | undefined {
  const { first_seq: first, last_seq: last } = link
  const name = `link ${first}–${last}`
  if (first !== before.seq + 1) return `${name} does not follow row ${before.seq}: a link is missing`
  if (rows.length !== last - first + 1) return `${name} has ${rows.length} rows: rows were removed or added`
  if (rowsHash(rows) !== link.rows_hash) return `the rows of ${name} do not match its hash: a row was changed`
  if (linkHash(before.hash, first, last, link.rows_hash) !== link.hash) return `${name} does not match the link before it`
  const odd = rows.find((row) => !columnsAgree(row))
  return odd && `the columns of row ${odd.seq} do not say what its entry says`
}

/** Computes an account's audit chain anew from the stored rows and compares it with the links and with the account's state. */
export async function verifyChain(tx: Tx, account: string): Promise<ChainReport> {
  const report: ChainReport = { links: 0, rows: 0, fault: null }
  let end = { seq: 0, hash: CHAIN_START }
  for (;;) {
    const links = await tx.all(linksAfter, { account, after: end.seq, limit: LINKS_AT_ONCE })
    for (const link of links) {
      const rows = await tx.all(rowsBetween, { account, first: link.first_seq, last: link.last_seq })
      const fault = linkFault(link, rows, end)
      if (fault !== undefined) return { ...report, fault }
      report.links += 1
      report.rows += rows.length
      end = { seq: link.last_seq, hash: link.hash }
    }
    if (links.length < LINKS_AT_ONCE) break
  }
  const loose = Number((await tx.get(rowsAfter, { account, after: end.seq }))?.rows ?? 0)
  if (loose > 0) return { ...report, fault: `${loose} rows after row ${end.seq} belong to no link` }
  const state = await readAccountState(tx, account)
  if (state.audit_seq !== end.seq || state.audit_hash !== end.hash)
    return {
      ...report,
      fault: `the chain ends at row ${end.seq}, but the account has written ${state.audit_seq}: its end is missing or was replaced`,
    }
  return report
}
