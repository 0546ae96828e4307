import { isoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import type { AuditLinkRow } from '../db/schema.ts'
import { define } from '../db/statement.ts'
import { writeAccount, type Write } from '../db/write.ts'
import { sealOf } from './link.ts'
import { restAfter } from './rest.ts'

/** How much of the audit is kept. */
export interface AuditLimits {
  days: number
  /** Of all accounts together, by what their rows are reckoned to take on the disk. */
  maxBytes: number
}

/** What is kept unless the settings say otherwise: 180 days and 2 GiB. */
export const KEEP_AUDIT: AuditLimits = { days: 180, maxBytes: 2 * 1024 ** 3 }

export interface Pruned {
  rows: number
  links: number
}

const DAY_MS = 24 * 60 * 60 * 1000
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
const deleteRows = define<{ account: string; first: number; last: number }>((db, arg) =>
  db.deleteFrom('audit').where('account_id', '=', arg('account')).where('seq', '>=', arg('first')).where('seq', '<=', arg('last')),
)
const markLink = define<{ account: string; last: number; at: string; seal: string }>((db, arg) =>
  db
    .updateTable('audit_link')
    .set({ pruned_at: arg('at'), seal: arg('seal') })
    .where('account_id', '=', arg('account'))
    .where('last_seq', '=', arg('last')),
)
const sizes = define<object, { account: string; bytes: number }>((db) =>
  db.selectFrom('account_state').select(['account_id as account', 'audit_bytes as bytes']).orderBy('audit_bytes', 'desc'),
)

/** Deletes the rows of some links and keeps the links, so that the chain still holds from end to end. */
async function pruneSome({ tx, state, account, at }: Write, choice: Omit<Choice, 'account'>): Promise<Pruned> {
  const pruned: Pruned = { rows: 0, links: 0 }
  for (const link of await tx.all(linksToPrune, { account, ...choice })) {
    if (pruned.rows >= ROWS_AT_ONCE) break
    tx.send(deleteRows, { account, first: link.first_seq, last: link.last_seq })
    tx.send(markLink, { account, last: link.last_seq, at, seal: sealOf({ ...link, pruned_at: at }) })
    pruned.rows += link.last_seq - link.first_seq + 1
    pruned.links += 1
    state.audit_bytes -= link.bytes
  }
  return pruned
}

interface Pruning {
  db: Database
  clock: Clock
  signal: AbortSignal
  pruned: Pruned
}

/** Prunes one account a little, then rests. @returns whether there was something to prune */
async function step({ db, clock, signal, pruned }: Pruning, account: string, choice: Omit<Choice, 'account' | 'limit'>): Promise<boolean> {
  const startMs = performance.now()
  // Not waiting for the disk: what a power cut brings back is pruned again.
  const some = await writeAccount(db, clock, account, (write) => pruneSome(write, { ...choice, limit: LINKS_AT_ONCE }), { durable: false })
  if (some.links === 0) return false
  pruned.rows += some.rows
  pruned.links += some.links
  await restAfter(startMs, REST, signal)
  return true
}

const readSizes = (db: Database): Promise<{ account: string; bytes: number }[]> => db.read((tx: Tx) => tx.all(sizes, {}))

async function pruneByAge(pruning: Pruning, days: number): Promise<void> {
  const before = isoTime(pruning.clock.nowMs() - days * DAY_MS)
  for (const { account } of await readSizes(pruning.db))
    for (const writes of [0, 1]) while (!pruning.signal.aborted && (await step(pruning, account, { writes, before })));
}

/** The account that takes most loses its oldest rows: those of reads and refusals first, those of writes when there are no others. */
async function pruneBySize(pruning: Pruning, maxBytes: number): Promise<void> {
  for (const writes of [0, 1]) {
    const exhausted = new Set<string>()
    while (!pruning.signal.aborted) {
      const all = await readSizes(pruning.db)
      if (all.reduce((sum, one) => sum + one.bytes, 0) <= maxBytes) return
      const largest = all.find(({ account }) => !exhausted.has(account))
      if (!largest) break
      if (!(await step(pruning, largest.account, { writes, before: '~' }))) exhausted.add(largest.account)
    }
  }
}

/**
 * Deletes audit rows that are older than the days or more than the bytes allow, in small writes with rests between.
 * @param signal ends it after the write that is under way; the next run goes on
 */
export async function pruneAudit(db: Database, clock: Clock, limits: AuditLimits, signal: AbortSignal): Promise<Pruned> {
  const pruning: Pruning = { db, clock, signal, pruned: { rows: 0, links: 0 } }
  await pruneByAge(pruning, limits.days)
  await pruneBySize(pruning, limits.maxBytes)
  return pruning.pruned
}
