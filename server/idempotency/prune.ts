import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { defineStatement } from '../db/statement.ts'
import { ANSWER_RETENTION_MS } from './store.ts'

const BATCH_ROWS = 200
const PAUSE_MS = 10

const accounts = defineStatement<object, { id: string }>((db) => db.selectFrom('account').select('id'))
const oldest = defineStatement<{ account: string; until: number; limit: number }, { at_ms: number }>((db, arg) =>
  db
    .selectFrom('idempotency')
    .select('at_ms')
    .where('account_id', '=', arg('account'))
    .where('at_ms', '<=', arg('until'))
    .orderBy('at_ms')
    .limit(arg('limit')),
)
const removeUntil = defineStatement<{ account: string; until: number }>((db, arg) =>
  db.deleteFrom('idempotency').where('account_id', '=', arg('account')).where('at_ms', '<=', arg('until')),
)

async function pruneBatch(tx: Tx, account: string, until: number): Promise<number> {
  const rows = await tx.all(oldest, { account, until, limit: BATCH_ROWS })
  const last = rows.at(-1)
  return last ? tx.run(removeUntil, { account, until: last.at_ms }) : 0
}

export async function pruneAnswers(db: Database, clock: Clock, signal: AbortSignal): Promise<number> {
  let pruned = 0
  const until = clock.nowMs() - ANSWER_RETENTION_MS
  for (const { id } of await db.read((tx) => tx.all(accounts, {}))) {
    while (!signal.aborted) {
      const count = await db.write((tx) => pruneBatch(tx, id, until), { durable: false })
      pruned += count
      if (count < BATCH_ROWS) break
      await wait(PAUSE_MS)
    }
  }
  return pruned
}
