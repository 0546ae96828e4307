import { IDEMPOTENCY_RETENTION_HOURS } from '../../contract/policies.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { Answer } from '../answer.ts'
import { defineStatement } from '../db/statement.ts'
import { AppError } from '../errors.ts'
import { toStoredKey } from './key.ts'

export const ANSWER_RETENTION_MS = IDEMPOTENCY_RETENTION_HOURS * 60 * 60 * 1000

interface Row {
  fingerprint: string
  answer: string
  at_ms: number
}

const select = defineStatement<{ account: string; key: string; since: number }, Row>((db, arg) =>
  db
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer', 'at_ms'])
    .where('account_id', '=', arg('account'))
    .where('key', '=', arg('key'))
    .where('at_ms', '>', arg('since')),
)

const insert = defineStatement<{ account: string; key: string } & Row>((db, arg) =>
  db
    .insertInto('idempotency')
    .values({ account_id: arg('account'), key: arg('key'), fingerprint: arg('fingerprint'), answer: arg('answer'), at_ms: arg('at_ms') })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet((row) => ({
        fingerprint: row.ref('excluded.fingerprint'),
        answer: row.ref('excluded.answer'),
        at_ms: row.ref('excluded.at_ms'),
      })),
    ),
)

/**
 * Claims a key until the write ends. On SQLite a concurrent duplicate waits and finds the answer instead. @throws AppError idempotency_in_progress
 */
export async function claimKey(tx: Tx, account: string, key: string): Promise<void> {
  if (await tx.tryLock(`idempotency ${account} ${toStoredKey(key)}`)) return
  throw new AppError('idempotency_in_progress', 'The first request with this Idempotency-Key is still running. Try again in a moment.', {
    headers: { 'Retry-After': '1' },
  })
}

/** The answer stored for a key in the last 24 hours. Earlier versions stored keys that look like secrets unhashed. */
export async function findAnswer(tx: Tx, account: string, key: string, nowMs: number): Promise<{ fingerprint: string; answer: Answer } | undefined> {
  const since = nowMs - ANSWER_RETENTION_MS
  const stored = toStoredKey(key)
  const row = (await tx.get(select, { account, key: stored, since })) ?? (stored === key ? undefined : await tx.get(select, { account, key, since }))
  return row && { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) as Answer }
}

export function storeAnswer(tx: Tx, account: string, key: string, fingerprint: string, answer: Answer, nowMs: number): void {
  tx.send(insert, { account, key: toStoredKey(key), fingerprint, answer: JSON.stringify(answer), at_ms: nowMs })
}
