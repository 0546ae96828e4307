import { takeExcluded } from '../../platform/sql/statement.ts'
import { IDEMPOTENCY_RETENTION_HOURS } from '../../contract/policies.ts'
import { toLookupKey, type LookupKey } from '../../platform/sql/lookup.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { Answer } from '../answer.ts'
import { defineLookup } from '../db/lookup.ts'
import { defineStatement } from '../db/statement.ts'
import { toStoredKey } from './key.ts'

export const ANSWER_RETENTION_MS = IDEMPOTENCY_RETENTION_HOURS * 60 * 60 * 1000

interface Row {
  fingerprint: string
  answer: string
  at_ms: number
}

const byKey = defineLookup('idempotency', 'key', ['fingerprint', 'answer', 'at_ms'])

const insert = defineStatement<{ account: string; key: string } & Row>((db, arg) =>
  db
    .insertInto('idempotency')
    .values({
      account_id: arg('account'),
      ...arg.columns('key', 'fingerprint', 'answer', 'at_ms'),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet(takeExcluded('fingerprint', 'answer', 'at_ms')),
    ),
)

/** Lookup of the row that `findAnswer` reads. */
export const answerLookup = (key: string): LookupKey => toLookupKey(byKey, toStoredKey(key))

/** Finds the response stored for a key in the last 24 hours. */
export async function findAnswer(
  tx: Tx,
  account: string,
  key: string,
  nowMs: number,
): Promise<{ fingerprint: string; answer: Answer } | undefined> {
  const row = await tx.find(byKey, account, toStoredKey(key))
  if (!row || row.at_ms <= nowMs - ANSWER_RETENTION_MS) return undefined
  return { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) as Answer }
}

export function storeAnswer(
  tx: Tx,
  account: string,
  key: string,
  fingerprint: string,
  answer: Answer,
  nowMs: number,
): void {
  tx.append(insert, { account, key: toStoredKey(key), fingerprint, answer: JSON.stringify(answer), at_ms: nowMs })
}
