import { sql } from 'kysely'
import type { AuditLinkRow, AuditRow } from '../db/auditRows.ts'
import { defineStatement } from '../db/statement.ts'
import type { AccountWrite } from '../db/write.ts'
import { appendAudit } from './chain.ts'
import { parseEntry, type AuditEntry } from './entry.ts'
import { mergeIntoRows, minuteOf } from './mergeEntries.ts'
import { pruneLinks, type PrunedCounts } from './pruneLinks.ts'

/** Rows per write. A write takes a few milliseconds and blocks other writes meanwhile. */
const BATCH_ROWS = 128
const BATCH_LINKS = 64

type Range = { account: string; mergedUntil: string; until: string }

const linksBetween = defineStatement<Range, AuditLinkRow>((db, arg) =>
  db
    .selectFrom('audit_link')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('writes', '=', sql.lit(0))
    .where('last_at', '>', arg('mergedUntil'))
    .where('last_at', '<=', arg('until'))
    .where('pruned_at', 'is', null)
    .orderBy('last_at')
    .orderBy('last_seq')
    .limit(sql.lit(BATCH_LINKS)),
)
const rowsOfLink = defineStatement<{ account: string; first: number; last: number }, Pick<AuditRow, 'entry'>>(
  (db, arg) =>
    db
      .selectFrom('audit')
      .select('entry')
      .where('account_id', '=', arg('account'))
      .where('seq', '>=', arg('first'))
      .where('seq', '<=', arg('last'))
      .orderBy('seq'),
)
const storeMergedUntil = defineStatement<{ account: string; at: string }>((db, arg) =>
  db
    .updateTable('account_state')
    .set({ audit_merged_at: arg('at') })
    .where('account_id', '=', arg('account')),
)

/**
 * Takes the next links to merge together. Links with the same time stay together, because the time marks the progress.
 */
function takeNextLinks(links: readonly AuditLinkRow[]): AuditLinkRow[] {
  const batch: AuditLinkRow[] = []
  let rows = 0
  for (const link of links) {
    if (rows >= BATCH_ROWS && link.last_at !== batch.at(-1)?.last_at) break
    batch.push(link)
    rows += link.last_seq - link.first_seq + 1
  }
  return batch
}

async function readEntries({ tx, account }: AccountWrite, links: readonly AuditLinkRow[]): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (const { first_seq: first, last_seq: last } of links)
    for (const { entry } of await tx.all(rowsOfLink, { account, first, last })) entries.push(parseEntry(entry))
  return entries
}

/**
 * Merges some of the oldest reads and refusals into counts per key and minute. The counts are appended to the chain,
 * the merged rows pruned.
 * @param until newer rows stay unchanged
 */
export async function mergeOldBatch(write: AccountWrite, until: string): Promise<PrunedCounts & { hasEnded: boolean }> {
  const { tx, state, account } = write
  const mergedUntil = state.audit_merged_at > until ? '' : state.audit_merged_at
  const next = takeNextLinks(await tx.all(linksBetween, { account, mergedUntil, until }))
  const last = next.at(-1)
  if (!last) return { rows: 0, links: 0, hasEnded: true }
  const newEntries = await readEntries(write, next)
  // The previous batch merged these rows of a minute only in part.
  const partialMinute = newEntries.some(({ at }) => minuteOf(at) === minuteOf(mergedUntil))
    ? await tx.all(linksBetween, {
        account,
        mergedUntil: minuteOf(mergedUntil),
        until: mergedUntil,
      })
    : []
  const entries = [...(await readEntries(write, partialMinute)), ...newEntries]
  const merged = new Map<string, AuditEntry>()
  for (const entry of entries) mergeIntoRows(merged, entry)
  tx.send(storeMergedUntil, { account, at: last.last_at })
  state.audit_merged_at = last.last_at
  if (merged.size === entries.length) return { rows: 0, links: 0, hasEnded: false }
  const pruned = pruneLinks(write, [...partialMinute, ...next])
  await appendAudit(write, [...merged.values()])
  return { rows: pruned.rows - merged.size, links: pruned.links, hasEnded: false }
}
