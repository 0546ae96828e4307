import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { EventType } from '../../../contract/events.ts'
import type { Schema } from '../../db/schema.ts'
import type { AccountWrite } from '../../db/write.ts'

export interface EventSelection {
  types: readonly EventType[]
  numbers: readonly number[] | { first: number; last: number }
}

const selectEvents = (tx: Tx, account: string, { types, numbers }: EventSelection) => {
  const query = tx
    .builder<Schema>()
    .selectFrom('event')
    .where('account_id', '=', account)
    .where('type', 'in', [...types])
  return 'first' in numbers
    ? query.where('seq', '>=', numbers.first).where('seq', '<=', numbers.last)
    : query.where('seq', 'in', [...numbers])
}

export async function chooseEventNumbers(
  tx: Tx,
  account: string,
  selection: EventSelection,
  limit: number,
): Promise<number[]> {
  if (selection.types.length === 0 || (!('first' in selection.numbers) && selection.numbers.length === 0)) return []
  const rows = await tx.query(selectEvents(tx, account, selection).select('seq').orderBy('seq').limit(limit))
  return rows.map(({ seq }) => seq)
}

/**
 * The last part of a UUID has 12 digits. Adding this number pads the event's number with zeros; the leading 1 is cut
 * off.
 */
const ZERO_PADDING = 10 ** 12

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/**
 * Creates the prefix of UUIDv7 ids (RFC 9562 section 5.7): the write's time and a sequence number unused at that time.
 */
function idPrefix(write: AccountWrite): string {
  const [moment, order] = [hex(write.atMs, 12), write.state.clock_seq++]
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hex((order >>> 14) & 0xfff, 3)}-${hex(0x8000 | (order & 0x3fff), 4)}-`
}

/**
 * Inserts all deliveries in one statement; their ids end in the event's number.
 * @param dueMs by the clock that servers share
 */
export async function insertReplays(
  write: AccountWrite,
  endpoint: string,
  selection: EventSelection,
  dueMs: number,
): Promise<void> {
  const { tx, account } = write
  const prefix = idPrefix(write)
  const db = tx.builder<Schema>()
  const chosen = selectEvents(tx, account, selection).select([
    'account_id',
    sql<string>`cast(${prefix} as text) || substr(cast(${sql.lit(ZERO_PADDING)} + seq as text), 2)`.as('delivery_id'),
    sql<string>`cast(${endpoint} as text)`.as('endpoint_id'),
    'seq',
    'id',
    'type',
    sql<'pending'>`'pending'`.as('status'),
    sql<number>`cast(${dueMs} as bigint)`.as('next_at_ms'),
    sql<string>`cast(${write.at} as text)`.as('created_at'),
  ])
  await tx.query(
    db
      .insertInto('webhook_delivery')
      .columns([
        'account_id',
        'id',
        'endpoint_id',
        'event_seq',
        'event_id',
        'type',
        'status',
        'next_at_ms',
        'created_at',
      ])
      .expression(chosen),
  )
}
