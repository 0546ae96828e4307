import { sql, type RawBuilder } from 'kysely'
import type { RunStatus } from '../../contract/temporal.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

/** Final statuses of runs that may have written. */
const STATUSES_AFTER_WRITES: readonly RunStatus[] = ['completed', 'completed_with_errors', 'stopped']
const stateOf = (status: RunStatus): RawBuilder<RunStatus> => sql.lit(status)

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectApplying = defineStatement<{ status: RunStatus }, { run_id: string }>((db, arg) =>
  db.selectFrom('run').select('run_id').where('status', '=', arg('status')).where('finished_at', 'is', null),
)
// The condition equals that of the index `run_wrote`.
const selectLastEnd = defineStatement<object, { at: string }>((db) =>
  db
    .selectFrom('run')
    .select('finished_at as at')
    .$castTo<{ at: string }>()
    .where('actions', '>', sql.lit(0))
    .where('status', 'in', STATUSES_AFTER_WRITES.map(stateOf))
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(sql.lit(1)),
)

export const isSyncApplying = async (tx: Tx): Promise<boolean> =>
  (await tx.get(selectApplying, { status: 'applying' })) !== undefined

/** Finds the end of the last sync that wrote, ISO 8601 UTC; null without one. */
export const findLastSyncEnd = async (tx: Tx): Promise<string | null> => (await tx.get(selectLastEnd, {}))?.at ?? null
