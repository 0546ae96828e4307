import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toStateLiteral, type ReminderRecipient } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

// A reminder that waits for a digest or the end of quiet hours has a later next attempt. Times are ISO 8601 UTC.

type Held = ReminderRecipient & { now: string }

/** Kinds that do not wait for a digest. */
const urgentKinds = [sql.lit('problem'), sql.lit('shoot_tomorrow'), sql.lit('meter'), sql.lit('unsubscribed')]

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const setUntried = defineStatement<ReminderRecipient & { createdAfter: string; until: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ next_try_at: arg('until') })
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', '=', toStateLiteral('pending'))
    .where('attempts', '=', sql.lit(0))
    .where('kind', 'not in', urgentKinds)
    .where('not_before', 'is', null)
    .where('created_at', '>', arg('createdAfter')),
)
const setReleased = defineStatement<Held & { createdUntil: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ next_try_at: arg('now') })
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', '=', toStateLiteral('pending'))
    .where('attempts', '=', sql.lit(0))
    .where('next_try_at', '>', arg('now'))
    .where((e) => e.or([e('not_before', 'is', null), e('not_before', '<=', arg('now'))]))
    .where((e) => e.or([e('created_at', '<=', arg('createdUntil')), e('kind', 'in', urgentKinds)])),
)
const setHeld = defineStatement<Held & { until: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ next_try_at: arg('until') })
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', 'in', [toStateLiteral('pending'), toStateLiteral('unknown')])
    .where('resent', '=', sql.lit(0))
    .where('next_try_at', '<=', arg('now')),
)

/** Postpones new reminders without an attempt, except urgent ones and escalations. */
export const holdUntried = (
  tx: Tx,
  { channel, recipient, createdAfter, until }: Held & { createdAfter: string; until: string },
): Promise<number> => tx.run(setUntried, { channel, recipient, createdAfter, until })

/** Makes postponed reminders due that were created until a moment, and urgent ones. */
export const releaseUntried = (tx: Tx, held: Held & { createdUntil: string }): Promise<number> =>
  tx.run(setReleased, held)

/** Postpones all due reminders. */
export const holdUntil = (tx: Tx, held: Held & { until: string }): Promise<number> => tx.run(setHeld, held)
