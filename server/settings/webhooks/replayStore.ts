import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { EventType } from '../../../contract/events.ts'
import type { Schema } from '../../db/schema.ts'
import type { Write } from '../../db/write.ts'

/** Which events are meant: their numbers, and what the endpoint wants of them. */
export interface Wanted {
  types: readonly EventType[]
  /** These, or all from `first` to `last`. */
  numbers: readonly number[] | { first: number; last: number }
}

const among = (tx: Tx, account: string, { types, numbers }: Wanted) => {
  const query = tx
    .builder<Schema>()
    .selectFrom('event')
    .where('account_id', '=', account)
    .where('type', 'in', [...types])
  return 'first' in numbers ? query.where('seq', '>=', numbers.first).where('seq', '<=', numbers.last) : query.where('seq', 'in', [...numbers])
}

/** The numbers of the first events that are meant. */
export async function chooseEvents(tx: Tx, account: string, wanted: Wanted, limit: number): Promise<number[]> {
  if (wanted.types.length === 0 || (!('first' in wanted.numbers) && wanted.numbers.length === 0)) return []
  const rows = await tx.query(among(tx, account, wanted).select('seq').orderBy('seq').limit(limit))
  return rows.map(({ seq }) => seq)
}

/** As many digits as the last part of a UUID has: numbers are written behind a 1 that is cut off. */
const DIGITS = 10 ** 12

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** All of a UUIDv7 (RFC 9562 section 5.7) but its last part: the write's moment, then a number that the account has not used at this moment. */
function beginIds(write: Write): string {
  const [moment, order] = [hex(write.atMs, 12), write.state.clock_seq++]
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hex((order >>> 14) & 0xfff, 3)}-${hex(0x8000 | (order & 0x3fff), 4)}-`
}

/** Makes a delivery of each of these events, in one statement whatever their number: their ids end in the event's number. */
export async function insertReplays(write: Write, endpoint: string, wanted: Wanted): Promise<void> {
  const { tx, account } = write
  const begin = beginIds(write)
  const db = tx.builder<Schema>()
  const chosen = among(tx, account, wanted).select([
    'account_id',
    sql<string>`cast(${begin} as text) || substr(cast(${sql.lit(DIGITS)} + seq as text), 2)`.as('delivery_id'),
    sql<string>`cast(${endpoint} as text)`.as('endpoint_id'),
    'seq',
    'id',
    'type',
    sql<'pending'>`'pending'`.as('status'),
    sql<number>`cast(${write.nowMs} as bigint)`.as('next_at_ms'),
    sql<string>`cast(${write.at} as text)`.as('created_at'),
  ])
  await tx.query(
    db
      .insertInto('webhook_delivery')
      .columns(['account_id', 'id', 'endpoint_id', 'event_seq', 'event_id', 'type', 'status', 'next_at_ms', 'created_at'])
      .expression(chosen),
  )
}
