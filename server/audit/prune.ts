import { AUDIT_RETENTION_DAYS, AUDIT_MIN_DAYS, DAY_MS } from '../../contract/policies.ts'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import type { AuditLinkRow } from '../db/auditRows.ts'
import { defineStatement } from '../db/statement.ts'
import type { AccountWrite } from '../db/write.ts'
import { writeAccount } from '../db/writeAccount.ts'
import { mergeOldBatch } from './mergeOld.ts'
import { pruneLinks, type PrunedCounts } from './pruneLinks.ts'
import { pauseAfterWork } from './pauses.ts'

export interface AuditLimits {
  days: number
  /** Maximum estimated disk size of the audit rows of all accounts together. */
  maxBytes: number
  /** Reads and refusals younger than this are never deleted to save space, only merged. */
  minDays: number
}

export const DEFAULT_AUDIT_LIMITS: AuditLimits = {
  days: AUDIT_RETENTION_DAYS,
  maxBytes: 2 * 1024 ** 3,
  minDays: AUDIT_MIN_DAYS,
}

export interface AuditPruneCounts extends PrunedCounts {
  merged: number
}

/** Rows per write. A write takes a few milliseconds and blocks other writes meanwhile. */
const BATCH_ROWS = 128
const BATCH_LINKS = 64
/** Pause between writes, as a multiple of their duration. */
const PAUSE_FACTOR = 3

type Selection = { account: string; writes: number; before: string; limit: number }

const linksToPrune = defineStatement<Selection, AuditLinkRow>((db, arg) =>
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
const sizes = defineStatement<object, { account: string; bytes: number }>((db) =>
  db
    .selectFrom('account_state')
    .select(['account_id as account', 'audit_bytes as bytes'])
    .orderBy('audit_bytes', 'desc'),
)

async function pruneBatch(write: AccountWrite, selection: Omit<Selection, 'account'>): Promise<PrunedCounts> {
  const selected: AuditLinkRow[] = []
  let rows = 0
  for (const link of await write.tx.all(linksToPrune, { account: write.account, ...selection })) {
    if (rows >= BATCH_ROWS) break
    selected.push(link)
    rows += link.last_seq - link.first_seq + 1
  }
  return pruneLinks(write, selected)
}

interface Pruning {
  db: Database
  clock: Clock
  signal: AbortSignal
  pruned: AuditPruneCounts
}

/**
 * Runs a small write in one account, then pauses. The write is not durable: after a power cut the rows are pruned
 * again.
 */
async function runStep<T>(
  { db, clock, signal }: Pruning,
  account: string,
  job: (write: AccountWrite) => Promise<T>,
): Promise<T> {
  const startMs = performance.now()
  const result = await writeAccount(db, clock, account, job, { durable: false })
  await pauseAfterWork(startMs, PAUSE_FACTOR, signal)
  return result
}

async function pruneStep(
  pruning: Pruning,
  account: string,
  selection: Omit<Selection, 'account' | 'limit'>,
): Promise<boolean> {
  const result = await runStep(pruning, account, (write) => pruneBatch(write, { ...selection, limit: BATCH_LINKS }))
  pruning.pruned.rows += result.rows
  pruning.pruned.links += result.links
  return result.links > 0
}

async function mergeStep(pruning: Pruning, account: string, until: string): Promise<boolean> {
  const result = await runStep(pruning, account, (write) => mergeOldBatch(write, until))
  pruning.pruned.merged += result.rows
  return !result.hasEnded
}

const readSizes = (db: Database): Promise<{ account: string; bytes: number }[]> =>
  db.read((tx: Tx) => tx.all(sizes, {}))

async function pruneByAge(pruning: Pruning, days: number): Promise<void> {
  const before = toIsoTime(pruning.clock.nowMs() - days * DAY_MS)
  for (const { account } of await readSizes(pruning.db))
    for (const writes of [0, 1])
      while (!pruning.signal.aborted && (await pruneStep(pruning, account, { writes, before })));
}

/** Shrinks the largest account step by step until the total fits or nothing is left to remove. */
async function shrinkToLimit(
  pruning: Pruning,
  maxBytes: number,
  shrinkAccount: (account: string) => Promise<boolean>,
): Promise<void> {
  const exhausted = new Set<string>()
  while (!pruning.signal.aborted) {
    const all = await readSizes(pruning.db)
    if (all.reduce((sum, one) => sum + one.bytes, 0) <= maxBytes) return
    const largest = all.find(({ account }) => !exhausted.has(account))
    if (!largest) return
    if (!(await shrinkAccount(largest.account))) exhausted.add(largest.account)
  }
}

/**
 * Merges reads and refusals, oldest first. Then it deletes old ones, and rows of writes only if nothing else remains.
 */
async function pruneBySize(pruning: Pruning, maxBytes: number, minDays: number): Promise<void> {
  const nowMs = pruning.clock.nowMs()
  const [until, before] = [toIsoTime(nowMs), toIsoTime(nowMs - minDays * DAY_MS)]
  await shrinkToLimit(pruning, maxBytes, (account) => mergeStep(pruning, account, until))
  await shrinkToLimit(pruning, maxBytes, (account) => pruneStep(pruning, account, { writes: 0, before }))
  await shrinkToLimit(pruning, maxBytes, (account) => pruneStep(pruning, account, { writes: 1, before: '~' }))
}

/**
 * Deletes audit rows beyond the limits in small writes. `signal` stops it after the current write, and the next run
 * continues.
 */
export async function pruneAudit(
  db: Database,
  clock: Clock,
  limits: AuditLimits,
  signal: AbortSignal,
): Promise<AuditPruneCounts> {
  const pruning: Pruning = { db, clock, signal, pruned: { rows: 0, links: 0, merged: 0 } }
  await pruneByAge(pruning, limits.days)
  await pruneBySize(pruning, limits.maxBytes, limits.minDays)
  return pruning.pruned
}
