// Records the running versions of the worker. The one that started last must be current in Temporal; when it ends, an
// older one takes over.
import { sql } from 'kysely'
import { toIsoTime } from '../../platform/clock.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

type Row = StateTables['worker_version']

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const upsert = defineStatement<Row>((db, arg) =>
  db
    .insertInto('worker_version')
    .values(arg.columns('worker_id', 'build_id', 'started_at', 'seen_at'))
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet(arg.columns('build_id', 'seen_at'))),
)
const removeUnseen = defineStatement<{ since: string }>((db, arg) =>
  db.deleteFrom('worker_version').where('seen_at', '<', arg('since')),
)
const selectNewest = defineStatement<object, Pick<Row, 'build_id'>>((db) =>
  db
    .selectFrom('worker_version')
    .select('build_id')
    .orderBy('started_at', 'desc')
    .orderBy('worker_id', 'desc')
    .limit(sql.lit(1)),
)
const remove = defineStatement<{ workerId: string }>((db, arg) =>
  db.deleteFrom('worker_version').where('worker_id', '=', arg('workerId')),
)

/** A running worker that Temporal answers. Times are those of the clock that decides leases. */
export interface RunningWorker {
  workerId: string
  /** Build id; empty without a version. */
  buildId: string
  startedMs: number
  nowMs: number
  /** Time after which an unseen worker counts as ended. */
  goneAfterMs: number
}

/** Records that the worker runs. @returns the build id of the running worker that started last */
export async function reportWorker(
  tx: Tx,
  { workerId, buildId, startedMs, nowMs, goneAfterMs }: RunningWorker,
): Promise<string> {
  await tx.run(removeUnseen, { since: toIsoTime(nowMs - goneAfterMs) })
  await tx.run(upsert, {
    worker_id: workerId,
    build_id: buildId,
    started_at: toIsoTime(startedMs),
    seen_at: toIsoTime(nowMs),
  })
  return (await tx.get(selectNewest, {}))?.build_id ?? buildId
}

/** Records that the worker has stopped. */
export const removeWorker = (tx: Tx, workerId: string): Promise<number> => tx.run(remove, { workerId })
