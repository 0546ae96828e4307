import type { Tx } from '../../platform/sql/types.ts'
import { CHAIN_START, readAccountState } from '../db/accountState.ts'
import type { AuditLinkRow, AuditRow } from '../db/schema.ts'
import { define } from '../db/statement.ts'
import { linkFacts, linkHash, rowsHash, sealHash } from './link.ts'

/** Progress and result of verifying a chain. `fault` is the first fault, as a sentence. */
export interface Walk {
  links: number
  rows: number
  count: number
  prunedLinks: number
  prunedRows: number
  prunedUntil: string | null
  seq: number
  hash: string
  headFound: boolean
  fault: string | null
}

export const createWalk = (head?: string): Walk => ({
  links: 0,
  rows: 0,
  count: 0,
  prunedLinks: 0,
  prunedRows: 0,
  prunedUntil: null,
  seq: 0,
  hash: CHAIN_START,
  headFound: head === CHAIN_START,
  fault: null,
})

const BATCH_LINKS = 500
const BATCH_ROWS = 512
/** Batches are never larger, so a larger link was tampered with. */
const MAX_LINK_ROWS = 100_000

const linksAfter = define<{ account: string; after: number; limit: number }, AuditLinkRow>((db, arg) =>
  db
    .selectFrom('audit_link')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('last_seq', '>', arg('after'))
    .orderBy('last_seq')
    .limit(arg('limit')),
)
const rowsBetween = define<{ account: string; first: number; last: number; limit: number }, AuditRow>((db, arg) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('seq', '>=', arg('first'))
    .where('seq', '<=', arg('last'))
    .orderBy('seq')
    .limit(arg('limit')),
)
const selectUnlinkedRow = define<{ account: string; after: number; limit: number }, { seq: number }>((db, arg) =>
  db.selectFrom('audit').select('seq').where('account_id', '=', arg('account')).where('seq', '>', arg('after')).limit(arg('limit')),
)

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

const rowsOf = (link: AuditLinkRow): number => link.last_seq - link.first_seq + 1

function prunedFault(link: AuditLinkRow, rows: readonly AuditRow[], name: string): string | undefined {
  if (rows.length > 0) return `${name} is marked as pruned, but ${rows.length} of its rows are there: rows were added, or the mark was`
  return sealHash(link) === link.seal ? undefined : `what is left of the pruned ${name} was changed`
}

function rowsFault(link: AuditLinkRow, rows: readonly AuditRow[], name: string): string | undefined {
  if (rows.length !== rowsOf(link)) return `${name} has ${rows.length} rows instead of ${rowsOf(link)}: rows were removed or added`
  if (rowsHash(rows) !== link.rows_hash) return `the rows of ${name} do not match its hash: a row was changed`
  const inconsistentRow = rows.find((row) => !columnsAgree(row))
  if (inconsistentRow) return `the columns of row ${inconsistentRow.seq} do not say what its entry says`
  const facts = linkFacts(rows)
  const isConsistent = facts.last_at === link.last_at && facts.writes === link.writes && facts.bytes === link.bytes && link.seal === null
  return isConsistent ? undefined : `${name} does not say what its rows say`
}

function linkFault(link: AuditLinkRow, rows: readonly AuditRow[], before: Walk): string | undefined {
  const name = `link ${link.first_seq}–${link.last_seq}`
  const fault = link.pruned_at === null ? rowsFault(link, rows, name) : prunedFault(link, rows, name)
  if (fault !== undefined) return fault
  const hash = linkHash(before.hash, link.first_seq, link.last_seq, link.rows_hash)
  return hash === link.hash ? undefined : `${name} does not match the link before it`
}

const countOf = (rows: readonly AuditRow[]): number =>
  rows.reduce((sum, { entry }) => sum + ((JSON.parse(entry) as { count?: number }).count ?? 1), 0)

function advance(walk: Walk, link: AuditLinkRow, rows: readonly AuditRow[], head: string | undefined): void {
  if (link.pruned_at === null) {
    walk.links += 1
    walk.rows += rowsOf(link)
    walk.count += countOf(rows)
  } else {
    walk.prunedLinks += 1
    walk.prunedRows += rowsOf(link)
    if (walk.prunedUntil === null || link.last_at > walk.prunedUntil) walk.prunedUntil = link.last_at
  }
  walk.seq = link.last_seq
  walk.hash = link.hash
  if (link.hash === head) walk.headFound = true
}

function nextLinks(links: readonly AuditLinkRow[], walk: Walk): AuditLinkRow[] {
  const batch: AuditLinkRow[] = []
  let seq = walk.seq
  let rows = 0
  for (const link of links) {
    if (link.first_seq !== seq + 1 || rows >= BATCH_ROWS) break
    batch.push(link)
    seq = link.last_seq
    rows += link.pruned_at === null ? rowsOf(link) : 0
  }
  return batch
}

async function endFault(tx: Tx, account: string, walk: Walk): Promise<string | null> {
  if (await tx.get(selectUnlinkedRow, { account, after: walk.seq, limit: 1 }))
    return `rows after row ${walk.seq} belong to no link: rows were added, or links removed`
  const state = await readAccountState(tx, account)
  return state.audit_seq === walk.seq && state.audit_hash === walk.hash
    ? null
    : `the chain ends at row ${walk.seq}, but the account has written ${state.audit_seq}: its end is missing or was replaced`
}

/** Verifies about 500 more rows or links. Returns true at the end of the chain or at a fault. */
export async function continueWalk(tx: Tx, account: string, walk: Walk, head?: string): Promise<boolean> {
  const links = await tx.all(linksAfter, { account, after: walk.seq, limit: BATCH_LINKS })
  const [next] = links
  if (!next) {
    walk.fault = await endFault(tx, account, walk)
    return true
  }
  const batch = nextLinks(links, walk)
  const last = batch.at(-1)
  if (!last) {
    walk.fault = `link ${next.first_seq}–${next.last_seq} does not follow row ${walk.seq}: a link is missing`
    return true
  }
  const limit = Math.min(MAX_LINK_ROWS, last.last_seq - walk.seq) + 1
  const rows = await tx.all(rowsBetween, { account, first: walk.seq + 1, last: last.last_seq, limit })
  let index = 0
  for (const link of batch) {
    const from = index
    while ((rows[index]?.seq ?? Infinity) <= link.last_seq) index += 1
    const linkRows = rows.slice(from, index)
    walk.fault = linkFault(link, linkRows, walk) ?? null
    if (walk.fault !== null) return true
    advance(walk, link, linkRows, head)
  }
  return false
}
