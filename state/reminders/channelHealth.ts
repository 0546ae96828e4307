import { sql } from 'kysely'
import { parseStoredText, type StoredText } from '../../contract/sentences/storedText.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toStateLiteral } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export interface UndeliveredReminder {
  /** Time of the first failed attempt. For an attempt by an earlier version: time at which it was due. */
  failed_at: string
  error: StoredText | null
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectUndelivered = defineStatement<
  { channel: string },
  Omit<UndeliveredReminder, 'error'> & { error: string | null }
>((db, arg) =>
  db
    .selectFrom('reminder')
    .select((e) => [e.fn.coalesce('first_failed_at', 'not_before', 'created_at').as('failed_at'), 'error'])
    .where('channel', '=', arg('channel'))
    .where('state', 'in', [toStateLiteral('pending'), toStateLiteral('unknown')])
    .where('attempts', '>=', sql.lit(1))
    .orderBy('failed_at')
    .limit(sql.lit(1)),
)
const selectLastSent = defineStatement<{ channel: string }, { at: string | null }>((db, arg) =>
  db
    .selectFrom('reminder')
    .select((e) => e.fn.max<string | null>('sent_at').as('at'))
    .where('channel', '=', arg('channel')),
)

export async function findUndelivered(tx: Tx, channel: string): Promise<UndeliveredReminder | undefined> {
  const row = await tx.get(selectUndelivered, { channel })
  return row && { ...row, error: row.error === null ? null : parseStoredText(row.error) }
}

/** Finds the time when a channel last sent a reminder, ISO 8601 UTC. */
export const findLastSent = async (tx: Tx, channel: string): Promise<string | undefined> =>
  (await tx.get(selectLastSent, { channel }))?.at ?? undefined
