import { AUDIT_DAYS, AUDIT_LEAST_DAYS, DAY_MS } from '../../contract/policies.ts'
import { isoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import type { AuditLinkRow } from '../db/schema.ts'
import { define } from '../db/statement.ts'
import { writeAccount, type Write } from '../db/write.ts'
import { mergeSome } from './mergeOld.ts'
import { pruneLinks, type Pruned } from './pruneLinks.ts'
import { restAfter } from './rest.ts'

/** How much of the audit is kept. */
export interface AuditLimits {
  days: number
  /** Of all accounts together, by what their rows are reckoned to take on the disk. */
  maxBytes: number
  /** Reads and refusals that are younger are never deleted for their size, only merged. */
  leastDays: number
}

/** What is kept unless the settings say otherwise: 180 days and 2 GiB. */
export const KEEP_AUDIT: AuditLimits = { days: AUDIT_DAYS, maxBytes: 2 * 1024 ** 3, leastDays: AUDIT_LEAST_DAYS }

/** What was deleted, and how many rows fewer there are because rows were merged. */
export interface AuditPruned extends Pruned {
  merged: number
}

/** One write deletes about this many rows: a few milliseconds during which no other write runs. */
const ROWS_AT_ONCE = 128
const LINKS_AT_ONCE = 64
/** After each of them others have the database three times as long. */
const REST = 3

type Choice = { account: string; writes: number; before: string; limit: number }

const linksToPrune = define<Choice, AuditLinkRow>((db, arg) =>
  db
    .selectFrom('audit_link')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('writes', '=', arg('writes'))
    .where('last_at', '<', arg('before'))
    .where('pruned_at', 'is', null)
    .orderBy('last_at')
    .orderBy('last_seq')
    .limit(arg('limit')),
)
const sizes = define<object, { account: string; bytes: number }>((db) =>
  db.selectFrom('account_state').select(['account_id as account', 'audit_bytes as bytes']).orderBy('audit_bytes', 'desc'),
)

/** Deletes the rows of some links that the choice names. */
async function pruneSome(write: Write, choice: Omit<Choice, 'account'>): Promise<Pruned> {
  const chosen: AuditLinkRow[] = []
  let rows = 0
  for (const link of await write.tx.all(linksToPrune, { account: write.account, ...choice })) {
    if (rows >= ROWS_AT_ONCE) break
    chosen.push(link)
    rows += link.last_seq - link.first_seq + 1
  }
  return pruneLinks(write, chosen)
}

interface Pruning {
  db: Database
  clock: Clock
  signal: AbortSignal
  pruned: AuditPruned
}

/** Runs a small write in one account, then rests. Does not wait for the disk: what a power cut brings back is pruned again. */
async function step<T>({ db, clock, signal }: Pruning, account: string, job: (write: Write) => Promise<T>): Promise<T> {
  const startMs = performance.now()
  const done = await writeAccount(db, clock, account, job, { durable: false })
  await restAfter(startMs, REST, signal)
  return done
}

/** Prunes one account a little. @returns whether there was something to prune */
async function pruneStep(pruning: Pruning, account: string, choice: Omit<Choice, 'account' | 'limit'>): Promise<boolean> {
  const some = await step(pruning, account, (write) => pruneSome(write, { ...choice, limit: LINKS_AT_ONCE }))
  pruning.pruned.rows += some.rows
  pruning.pruned.links += some.links
  return some.links > 0
}

/** Merges a little in one account. @returns whether there was something to merge */
async function mergeStep(pruning: Pruning, account: string, until: string): Promise<boolean> {
  const some = await step(pruning, account, (write) => mergeSome(write, until))
  pruning.pruned.merged += some.rows
  return !some.ended
}

const readSizes = (db: Database): Promise<{ account: string; bytes: number }[]> => db.read((tx: Tx) => tx.all(sizes, {}))

async function pruneByAge(pruning: Pruning, days: number): Promise<void> {
  const before = isoTime(pruning.clock.nowMs() - days * DAY_MS)
  for (const { account } of await readSizes(pruning.db))
    for (const writes of [0, 1]) while (!pruning.signal.aborted && (await pruneStep(pruning, account, { writes, before })));
}

/** Takes step after step in the account that takes most, until all together fit or no account has anything left for it. */
async function shrink(pruning: Pruning, maxBytes: number, take: (account: string) => Promise<boolean>): Promise<void> {
  const exhausted = new Set<string>()
  while (!pruning.signal.aborted) {
    const all = await readSizes(pruning.db)
    if (all.reduce((sum, one) => sum + one.bytes, 0) <= maxBytes) return
    const largest = all.find(({ account }) => !exhausted.has(account))
    if (!largest) return
    if (!(await take(largest.account))) exhausted.add(largest.account)
  }
}

/**
 * First merges reads and refusals into counts, oldest first. If that is not enough, deletes them where they are old enough; rows of writes
 * only when no others are left to delete.
 */
async function pruneBySize(pruning: Pruning, maxBytes: number, leastDays: number): Promise<void> {
  const nowMs = pruning.clock.nowMs()
  const [until, before] = [isoTime(nowMs), isoTime(nowMs - leastDays * DAY_MS)]
  await shrink(pruning, maxBytes, (account) => mergeStep(pruning, account, until))
  await shrink(pruning, maxBytes, (account) => pruneStep(pruning, account, { writes: 0, before }))
  await shrink(pruning, maxBytes, (account) => pruneStep(pruning, account, { writes: 1, before: '~' }))
}

/**
 * Deletes audit rows that are older than the days or more than the bytes allow, in small writes with rests between.
 * @param signal ends it after the write that is under way; the next run goes on
 */
export async function pruneAudit(db: Database, clock: Clock, limits: AuditLimits, signal: AbortSignal): Promise<AuditPruned> {
  const pruning: Pruning = { db, clock, signal, pruned: { rows: 0, links: 0, merged: 0 } }
  await pruneByAge(pruning, limits.days)
  await pruneBySize(pruning, limits.maxBytes, limits.leastDays)
  return pruning.pruned
}
