import { sql } from 'kysely'
import type { Tx } from '../../platform/sql/types.ts'
import { FIRST_CHAIN_HASH, readAccountState } from '../db/accountState.ts'
import type { AuditLinkRow, AuditRow } from '../db/auditRows.ts'
import { defineStatement } from '../db/statement.ts'
import { sumLinkTotals, hashLink, hashRows, hashPrunedLink } from './link.ts'

/** Progress and result of verifying a chain. `fault` is the first fault, as a sentence. */
export interface ChainVerification {
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

export const createVerification = (head?: string): ChainVerification => ({
  links: 0,
  rows: 0,
  count: 0,
  prunedLinks: 0,
  prunedRows: 0,
  prunedUntil: null,
  seq: 0,
  hash: FIRST_CHAIN_HASH,
  headFound: head === FIRST_CHAIN_HASH,
  fault: null,
})

const BATCH_LINKS = 500
const BATCH_ROWS = 512
/** Batches are never larger, so a larger link was modified. */
const MAX_LINK_ROWS = 100_000

const linksAfter = defineStatement<{ account: string; after: number; limit: number }, AuditLinkRow>((db, arg) =>
  db
    .selectFrom('audit_link')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('last_seq', '>', arg('after'))
    .orderBy('last_seq')
    .limit(arg('limit')),
)
const rowsBetween = defineStatement<{ account: string; first: number; last: number; limit: number }, AuditRow>(
  (db, arg) =>
    db
      .selectFrom('audit')
      .selectAll()
      .where('account_id', '=', arg('account'))
      .where('seq', '>=', arg('first'))
      .where('seq', '<=', arg('last'))
      .orderBy('seq')
      .limit(arg('limit')),
)
const selectUnlinkedRow = defineStatement<{ account: string; after: number }, { seq: number }>((db, arg) =>
  db
    .selectFrom('audit')
    .select('seq')
    .where('account_id', '=', arg('account'))
    .where('seq', '>', arg('after'))
    .limit(sql.lit(1)),
)

function areColumnsConsistent(row: AuditRow): boolean {
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

const countLinkRows = (link: AuditLinkRow): number => link.last_seq - link.first_seq + 1

function findPrunedFault(link: AuditLinkRow, rows: readonly AuditRow[], name: string): string | undefined {
  if (rows.length > 0)
    return `${name} is marked as pruned, but ${rows.length} of its rows are there: rows were added, or the mark was`
  return hashPrunedLink(link) === link.seal ? undefined : `what is left of the pruned ${name} was changed`
}

function findRowsFault(link: AuditLinkRow, rows: readonly AuditRow[], name: string): string | undefined {
  if (rows.length !== countLinkRows(link))
    return `${name} has ${rows.length} rows instead of ${countLinkRows(link)}: rows were removed or added`
  if (hashRows(rows) !== link.rows_hash) return `the rows of ${name} do not match its hash: a row was changed`
  const inconsistentRow = rows.find((row) => !areColumnsConsistent(row))
  if (inconsistentRow) return `the columns of row ${inconsistentRow.seq} do not say what its entry says`
  const facts = sumLinkTotals(rows)
  const isConsistent =
    facts.last_at === link.last_at && facts.writes === link.writes && facts.bytes === link.bytes && link.seal === null
  return isConsistent ? undefined : `${name} does not say what its rows say`
}

function findLinkFault(link: AuditLinkRow, rows: readonly AuditRow[], before: ChainVerification): string | undefined {
  const name = `link ${link.first_seq}–${link.last_seq}`
  const fault = link.pruned_at === null ? findRowsFault(link, rows, name) : findPrunedFault(link, rows, name)
  if (fault !== undefined) return fault
  const hash = hashLink(before.hash, link.first_seq, link.last_seq, link.rows_hash)
  return hash === link.hash ? undefined : `${name} does not match the link before it`
}

const countRequests = (rows: readonly AuditRow[]): number =>
  rows.reduce((sum, { entry }) => sum + ((JSON.parse(entry) as { count?: number }).count ?? 1), 0)

function addLink(
  verification: ChainVerification,
  link: AuditLinkRow,
  rows: readonly AuditRow[],
  head: string | undefined,
): void {
  if (link.pruned_at === null) {
    verification.links += 1
    verification.rows += countLinkRows(link)
    verification.count += countRequests(rows)
  } else {
    verification.prunedLinks += 1
    verification.prunedRows += countLinkRows(link)
    if (verification.prunedUntil === null || link.last_at > verification.prunedUntil)
      verification.prunedUntil = link.last_at
  }
  verification.seq = link.last_seq
  verification.hash = link.hash
  if (link.hash === head) verification.headFound = true
}

function takeNextLinks(links: readonly AuditLinkRow[], verification: ChainVerification): AuditLinkRow[] {
  const batch: AuditLinkRow[] = []
  let seq = verification.seq
  let rows = 0
  for (const link of links) {
    if (link.first_seq !== seq + 1 || rows >= BATCH_ROWS) break
    batch.push(link)
    seq = link.last_seq
    rows += link.pruned_at === null ? countLinkRows(link) : 0
  }
  return batch
}

async function findEndFault(tx: Tx, account: string, verification: ChainVerification): Promise<string | null> {
  if (await tx.get(selectUnlinkedRow, { account, after: verification.seq }))
    return `rows after row ${verification.seq} belong to no link: rows were added, or links removed`
  const state = await readAccountState(tx, account)
  return state.audit_seq === verification.seq && state.audit_hash === verification.hash
    ? null
    : `the chain ends at row ${verification.seq}, but the account has written ${state.audit_seq}: its end is missing or was replaced`
}

/** Verifies about 500 more rows or links. @returns true at the end of the chain or at a fault */
export async function continueVerification(
  tx: Tx,
  account: string,
  verification: ChainVerification,
  head?: string,
): Promise<boolean> {
  const links = await tx.all(linksAfter, { account, after: verification.seq, limit: BATCH_LINKS })
  const [next] = links
  if (!next) {
    verification.fault = await findEndFault(tx, account, verification)
    return true
  }
  const batch = takeNextLinks(links, verification)
  const last = batch.at(-1)
  if (!last) {
    verification.fault = `link ${next.first_seq}–${next.last_seq} does not follow row ${verification.seq}: a link is missing`
    return true
  }
  const limit = Math.min(MAX_LINK_ROWS, last.last_seq - verification.seq) + 1
  const rows = await tx.all(rowsBetween, { account, first: verification.seq + 1, last: last.last_seq, limit })
  let index = 0
  for (const link of batch) {
    const from = index
    while ((rows[index]?.seq ?? Infinity) <= link.last_seq) index += 1
    const linkRows = rows.slice(from, index)
    verification.fault = findLinkFault(link, linkRows, verification) ?? null
    if (verification.fault !== null) return true
    addLink(verification, link, linkRows, head)
  }
  return false
}
