import { v7 } from 'uuid'
import { sql } from 'kysely'
import { toIsoTime } from '../../../platform/clock.ts'
import { takeRandomIdBytes } from '../../../platform/randomIdBytes.ts'
import type { SqlValue, Tx } from '../../../platform/sql/types.ts'
import { defineStatement } from '../../db/statement.ts'

export interface NewDelivery {
  endpoint: string
  seq: number
  eventId: string
  type: string
}

/** Rows per statement, to save round trips. */
const ROWS_PER_STATEMENT = 20

const defineInsert = (rows: number) =>
  defineStatement<Record<string, SqlValue>>((db, arg) =>
    db.insertInto('webhook_delivery').values(
      Array.from({ length: rows }, (_, index) => ({
        account_id: arg('account') as string,
        id: arg(`id${index}`) as string,
        endpoint_id: arg(`endpoint${index}`) as string,
        event_seq: arg(`seq${index}`) as number,
        event_id: arg(`event${index}`) as string,
        type: arg(`type${index}`) as string,
        status: sql.lit('pending' as const),
        attempts: sql.lit(0),
        next_at_ms: arg('now') as number,
        created_at: arg('at') as string,
        lease_holder: sql.lit(null),
        lease_until_ms: sql.lit(null),
        finished_at: sql.lit(null),
      })),
    ),
  )

const insertMany = defineInsert(ROWS_PER_STATEMENT)
const insertOne = defineInsert(1)

function argsOf(account: string, nowMs: number, rows: readonly NewDelivery[]): Record<string, SqlValue> {
  const args: Record<string, SqlValue> = { account, now: nowMs, at: toIsoTime(nowMs) }
  rows.forEach(({ endpoint, seq, eventId, type }, index) => {
    args[`id${index}`] = v7({ msecs: nowMs, random: takeRandomIdBytes() })
    args[`endpoint${index}`] = endpoint
    args[`seq${index}`] = seq
    args[`event${index}`] = eventId
    args[`type${index}`] = type
  })
  return args
}

export function insertDeliveries(tx: Tx, account: string, rows: readonly NewDelivery[], nowMs: number): void {
  let from = 0
  for (; from + ROWS_PER_STATEMENT <= rows.length; from += ROWS_PER_STATEMENT)
    tx.send(insertMany, argsOf(account, nowMs, rows.slice(from, from + ROWS_PER_STATEMENT)))
  for (const row of rows.slice(from)) tx.send(insertOne, argsOf(account, nowMs, [row]))
}
