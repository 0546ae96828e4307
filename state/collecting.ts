import { sql } from 'kysely'
import { isoTime } from '../platform/clock.ts'
import { statement } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import { releaseLease, takeLease } from './leases.ts'
import type { StateTables } from './schema.ts'

// While a workflow collects reminders, new ones wait: what one evaluation finds goes out in one message.

const PREFIX = 'collect:'

const define = statement<StateTables>()
const held = define<{ now: string }, { name: string }>((db, arg) =>
  db
    .selectFrom('lease')
    .select('name')
    .where('name', 'like', sql.lit(`${PREFIX}%`))
    .where('expires_at', '>', arg('now')),
)

/** Says that a workflow collects reminders, for so long. */
export const extendCollecting = (tx: Tx, workflowId: string, nowMs: number, forMs: number): Promise<boolean> =>
  takeLease(tx, { name: PREFIX + workflowId, holder: workflowId, nowMs, forMs })

/** Says that a workflow has collected everything. */
export const endCollecting = (tx: Tx, workflowId: string): Promise<number> => releaseLease(tx, PREFIX + workflowId, workflowId)

/** Whether any workflow collects reminders now. */
export const isCollecting = async (tx: Tx, nowMs: number): Promise<boolean> => (await tx.get(held, { now: isoTime(nowMs) })) !== undefined
