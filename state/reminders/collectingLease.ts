import { sql } from 'kysely'
import { toIsoTime } from '../../platform/clock.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { releaseLease, acquireLease } from '../hosts/leases.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

// New reminders wait while a workflow queues some, so that one evaluation results in one message.

const LEASE_PREFIX = 'collect:'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectHeld = defineStatement<{ now: string }, { name: string }>((db, arg) =>
  db
    .selectFrom('lease')
    .select('name')
    .where('name', 'like', sql.lit(`${LEASE_PREFIX}%`))
    .where('expires_at', '>', arg('now')),
)

export const extendCollecting = (tx: Tx, workflowId: string, nowMs: number, forMs: number): Promise<boolean> =>
  acquireLease(tx, { name: LEASE_PREFIX + workflowId, holder: workflowId, nowMs, forMs })

export const endCollecting = (tx: Tx, workflowId: string): Promise<number> =>
  releaseLease(tx, LEASE_PREFIX + workflowId, workflowId)

export const isCollecting = async (tx: Tx, nowMs: number): Promise<boolean> =>
  (await tx.get(selectHeld, { now: toIsoTime(nowMs) })) !== undefined
