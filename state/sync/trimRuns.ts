import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type RunRow, type StateTables } from '../tables/schema.ts'

// Unchanged rows are stored only for the newest ended plan of a source: hourly syncs of 20,000 rows would otherwise
// fill gigabytes. Counts stay.

type EndedRun = Pick<RunRow, 'run_id' | 'source' | 'planned_at'>

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectUntrimmed = defineStatement<object, EndedRun>((db) =>
  db
    .selectFrom('run')
    .select(['run_id', 'source', 'planned_at'])
    .where('trimmed', '=', sql.lit(0))
    .where('finished_at', 'is not', null)
    .orderBy('source')
    .orderBy('run_id', 'desc'),
)
const selectLastPosition = defineStatement<{ runId: string }, { position: number | null }>((db, arg) =>
  db
    .selectFrom('plan_row')
    .select((e) => e.fn.max<number | null>('position').as('position'))
    .where('run_id', '=', arg('runId')),
)
const deleteUnchanged = defineStatement<{ runId: string; from: number; below: number }>((db, arg) =>
  db
    .deleteFrom('plan_row')
    .where('run_id', '=', arg('runId'))
    .where('position', '>=', arg('from'))
    .where('position', '<', arg('below'))
    .where('outcome', '=', sql.lit('unchanged'))
    .where('action', 'is', null),
)
const addDropped = defineStatement<{ runId: string; rows: number }>((db, arg) =>
  db
    .updateTable('run')
    .set((e) => ({ dropped_rows: e('dropped_rows', '+', arg('rows')) }))
    .where('run_id', '=', arg('runId')),
)
const setTrimmed = defineStatement<{ runId: string }>((db, arg) =>
  db
    .updateTable('run')
    .set({ trimmed: sql.lit(1) })
    .where('run_id', '=', arg('runId')),
)

/** Positions per transaction, so that other writers do not wait long. */
const POSITIONS_PER_WRITE = 1000

/**
 * Lists ended runs whose unchanged rows are not needed any more: all but the newest of their source that has a plan.
 * Without a plan, no rows are shown.
 */
async function listRunsToTrim(tx: Tx): Promise<EndedRun[]> {
  const runs = await tx.all(selectUntrimmed, {})
  const newest = new Map<string, string>()
  for (const { run_id: runId, source, planned_at: plannedAt } of runs)
    if (plannedAt !== null && !newest.has(source)) newest.set(source, runId)
  return runs.filter(
    ({ run_id: runId, source, planned_at: plannedAt }) => plannedAt === null || runId !== newest.get(source),
  )
}

/** @returns the number of dropped rows */
async function trimRun(state: Database, runId: string, signal: AbortSignal): Promise<number> {
  const last = (await state.read((tx) => tx.get(selectLastPosition, { runId })))?.position ?? -1
  let dropped = 0
  for (let from = 0; from <= last; from += POSITIONS_PER_WRITE) {
    if (signal.aborted) return dropped
    dropped += await state.write(
      async (tx) => {
        const rows = await tx.run(deleteUnchanged, { runId, from, below: from + POSITIONS_PER_WRITE })
        if (rows > 0) await tx.run(addDropped, { runId, rows })
        return rows
      },
      { durable: false },
    )
  }
  await state.write((tx) => tx.run(setTrimmed, { runId }), { durable: false })
  return dropped
}

/**
 * Drops the unchanged rows of ended runs, except those of each source's newest ended plan. The next call continues an
 * interrupted one.
 * @param signal ends the work after the present batch
 */
export async function trimRuns(state: Database, signal: AbortSignal): Promise<{ runs: number; rows: number }> {
  const runs = await state.read(listRunsToTrim)
  let rows = 0
  for (const { run_id: runId } of runs) {
    if (signal.aborted) break
    rows += await trimRun(state, runId, signal)
  }
  return { runs: runs.length, rows }
}
