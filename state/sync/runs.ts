import { sql, type RawBuilder } from 'kysely'
import type { RunStatus } from '../../contract/temporal.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type RunPhase, type RunRow, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const toStatusLiteral = (status: RunStatus): RawBuilder<RunStatus> => sql.lit(status)
const toPhaseLiteral = (phase: RunPhase): RawBuilder<RunPhase> => sql.lit(phase)

const selectById = defineStatement<{ runId: string }, RunRow>((db, arg) =>
  db.selectFrom('run').selectAll().where('run_id', '=', arg('runId')),
)
const selectOpenOfSource = defineStatement<{ source: string }, RunRow>((db, arg) =>
  db.selectFrom('run').selectAll().where('source', '=', arg('source')).where('finished_at', 'is', null),
)
const selectByExecution = defineStatement<{ executionId: string }, RunRow>((db, arg) =>
  db.selectFrom('run').selectAll().where('scheduled_by', '=', arg('executionId')),
)
const selectAllOpen = defineStatement<object, RunRow>((db) =>
  db.selectFrom('run').selectAll().where('finished_at', 'is', null).orderBy('source'),
)
const selectNewest = defineStatement<{ limit: number; offset: number }, RunRow>((db, arg) =>
  db.selectFrom('run').selectAll().orderBy('run_id', 'desc').limit(arg('limit')).offset(arg('offset')),
)
const selectNewestOfSource = defineStatement<{ source: string; limit: number; offset: number }, RunRow>((db, arg) =>
  db
    .selectFrom('run')
    .selectAll()
    .where('source', '=', arg('source'))
    .orderBy('run_id', 'desc')
    .limit(arg('limit'))
    .offset(arg('offset')),
)
const selectLastRead = defineStatement<{ source: string }, { read: string }>((db, arg) =>
  db
    .selectFrom('run')
    .select('read')
    .$castTo<{ read: string }>()
    .where('source', '=', arg('source'))
    .where('status', 'in', [toStatusLiteral('completed'), toStatusLiteral('completed_with_errors')])
    .where('undoes', 'is', null)
    .where('read', 'is not', null)
    .orderBy('run_id', 'desc')
    .limit(sql.lit(1)),
)
const selectNewestReportable = defineStatement<{ source: string }, RunRow>((db, arg) =>
  db
    .selectFrom('run')
    .selectAll()
    .where('source', '=', arg('source'))
    .where('status', '!=', toStatusLiteral('planning'))
    .where('status', '!=', toStatusLiteral('applying'))
    .where('status', '!=', toStatusLiteral('superseded'))
    .orderBy('run_id', 'desc')
    .limit(sql.lit(1)),
)
const selectLastEnd = defineStatement<{ source: string }, { finished_at: string }>((db, arg) =>
  db
    .selectFrom('run')
    .select('finished_at')
    .$castTo<{ finished_at: string }>()
    .where('source', '=', arg('source'))
    .where('finished_at', 'is not', null)
    .orderBy('run_id', 'desc')
    .limit(sql.lit(1)),
)
const countAllRuns = defineStatement<object, { total: number }>((db) =>
  db.selectFrom('run').select((e) => e.fn.countAll<number>().as('total')),
)
const countRunsOfSource = defineStatement<{ source: string }, { total: number }>((db, arg) =>
  db
    .selectFrom('run')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('source', '=', arg('source')),
)

/** `edit` is absent for the sync of a sheet. */
export type NewRun = Pick<
  RunRow,
  'run_id' | 'source' | 'decide' | 'settings' | 'file' | 'sha256' | 'started_at' | 'scheduled_by'
> &
  Partial<Pick<RunRow, 'edit'>>
const insert = defineStatement<NewRun & Pick<RunRow, 'edit'>>((db, arg) =>
  db
    .insertInto('run')
    .values(
      arg.columns('run_id', 'source', 'decide', 'settings', 'file', 'sha256', 'started_at', 'scheduled_by', 'edit'),
    )
    // Another host may start a run of the source concurrently.
    .onConflict((conflict) => conflict.doNothing()),
)
const setStaged = defineStatement<{ runId: string; sha256: string; file: string }>((db, arg) =>
  db.updateTable('run').set(arg.columns('sha256', 'file')).where('run_id', '=', arg('runId')),
)
const setUndoes = defineStatement<{ runId: string; undoes: string }>((db, arg) =>
  db
    .updateTable('run')
    .set({ undoes: arg('undoes') })
    .where('run_id', '=', arg('runId')),
)
const setProgress = defineStatement<{ runId: string; phase: RunPhase; done: number; total: number }>((db, arg) =>
  db
    .updateTable('run')
    .set(arg.columns('phase', 'done', 'total'))
    .where('run_id', '=', arg('runId')),
)
const setListed = defineStatement<{ runId: string; at: string }>((db, arg) =>
  db
    .updateTable('run')
    .set({ listed_at: arg('at') })
    .where('run_id', '=', arg('runId')),
)
const setFailures = defineStatement<{ runId: string; failuresInARow: number }>((db, arg) =>
  db
    .updateTable('run')
    .set({ failures_in_a_row: arg('failuresInARow') })
    .where('run_id', '=', arg('runId')),
)

export type Planned = Pick<
  RunRow,
  | 'run_id'
  | 'status'
  | 'phase'
  | 'done'
  | 'total'
  | 'currency'
  | 'read'
  | 'counts'
  | 'missing'
  | 'reason'
  | 'actions'
  | 'planned_at'
  | 'listed_at'
  | 'held'
>
const setPlanned = defineStatement<Planned>((db, arg) =>
  db
    .updateTable('run')
    .set(
      arg.columns(
        'status',
        'phase',
        'done',
        'total',
        'currency',
        'read',
        'counts',
        'missing',
        'reason',
        'actions',
        'planned_at',
        'listed_at',
        'held',
      ),
    )
    .where('run_id', '=', arg('run_id'))
    .where('planned_at', 'is', null)
    .where('finished_at', 'is', null),
)
type Decided = { runId: string; attempt: number; by: string | null }
const setDecidedBy = defineStatement<Decided>((db, arg) =>
  db
    .updateTable('run')
    .set({ decided_by: arg('by') })
    .where('run_id', '=', arg('runId'))
    .where('plan_attempt', '=', arg('attempt'))
    .where('status', '=', toStatusLiteral('waiting')),
)
const setApplying = defineStatement<{ runId: string; actions: number }>((db, arg) =>
  db
    .updateTable('run')
    .set({
      status: toStatusLiteral('applying'),
      phase: toPhaseLiteral('applying'),
      done: sql.lit(0),
      total: arg('actions'),
    })
    .where('run_id', '=', arg('runId'))
    .where('status', '=', toStatusLiteral('waiting')),
)
type Finished = {
  runId: string
  status: RunStatus
  done: number
  results: string
  reason: string | null
  at: string
}
const setFinished = defineStatement<Finished>((db, arg) =>
  db
    .updateTable('run')
    .set({
      ...arg.columns('status', 'done', 'results', 'reason'),
      phase: toPhaseLiteral('done'),
      finished_at: arg('at'),
    })
    .where('run_id', '=', arg('runId'))
    .where('finished_at', 'is', null),
)

const setResults = defineStatement<{ runId: string; done: number; results: string }>((db, arg) =>
  db.updateTable('run').set(arg.columns('done', 'results')).where('run_id', '=', arg('runId')),
)
const setAborted = defineStatement<{ runId: string; reason: string }>((db, arg) =>
  db
    .updateTable('run')
    .set({ reason: arg('reason') })
    .where('run_id', '=', arg('runId'))
    .where('status', 'in', [toStatusLiteral('failed'), toStatusLiteral('stopped')]),
)

/** Adds a planning run. @returns false if the source has an open one */
export const addRun = async (tx: Tx, run: NewRun): Promise<boolean> =>
  (await tx.run(insert, { ...run, edit: run.edit ?? null })) > 0

export const findRun = (tx: Tx, runId: string): Promise<RunRow | undefined> => tx.get(selectById, { runId })
export const findOpenRun = (tx: Tx, source: string): Promise<RunRow | undefined> =>
  tx.get(selectOpenOfSource, { source })
export const findScheduledRun = (tx: Tx, executionId: string): Promise<RunRow | undefined> =>
  tx.get(selectByExecution, { executionId })
/** Finds the read section of the source's last complete run, JSON. */
export const findLastRead = async (tx: Tx, source: string): Promise<string | undefined> =>
  (await tx.get(selectLastRead, { source }))?.read
/** Finds the newest run of a source that waits for approval or has ended, except superseded ones. */
export const findNewestReportable = (tx: Tx, source: string): Promise<RunRow | undefined> =>
  tx.get(selectNewestReportable, { source })
/** Finds the end of a source's newest ended run, whatever its outcome; ISO 8601. */
export const findLastEnd = async (tx: Tx, source: string): Promise<string | undefined> =>
  (await tx.get(selectLastEnd, { source }))?.finished_at
export const listOpenRuns = (tx: Tx): Promise<RunRow[]> => tx.all(selectAllOpen, {})

export async function listRunPage(
  tx: Tx,
  page: { source?: string; limit: number; offset: number },
): Promise<{ runs: RunRow[]; total: number }> {
  const { source, limit, offset } = page
  if (source === undefined)
    return { runs: await tx.all(selectNewest, { limit, offset }), total: (await tx.get(countAllRuns, {}))?.total ?? 0 }
  return {
    runs: await tx.all(selectNewestOfSource, { source, limit, offset }),
    total: (await tx.get(countRunsOfSource, { source }))?.total ?? 0,
  }
}

/** Stores the run that this run undoes, in the transaction that adds this run. */
export const markUndoes = (tx: Tx, runId: string, undoes: string): Promise<number> =>
  tx.run(setUndoes, { runId, undoes })
export const markStaged = (tx: Tx, runId: string, staged: { sha256: string; file: string }): Promise<number> =>
  tx.run(setStaged, { runId, ...staged })
export const markProgress = (tx: Tx, runId: string, phase: RunPhase, done: number, total: number): Promise<number> =>
  tx.run(setProgress, { runId, phase, done, total })
export const markListed = (tx: Tx, runId: string, at: string): Promise<number> => tx.run(setListed, { runId, at })
export const markFailures = (tx: Tx, runId: string, failuresInARow: number): Promise<number> =>
  tx.run(setFailures, { runId, failuresInARow })
/** Stores the plan of a run that is still planning. */
export const markPlanned = (tx: Tx, planned: Planned): Promise<number> => tx.run(setPlanned, planned)

/**
 * Stores who decides about a waiting plan.
 * @param by null for the control plane
 * @returns 0 unless this attempt's plan waits
 */
export const markDecidedBy = (tx: Tx, runId: string, attempt: number, by: string | null): Promise<number> =>
  tx.run(setDecidedBy, { runId, attempt, by })

/** Moves a waiting run to applying; no effect if it already applies. */
export const markApplying = (tx: Tx, runId: string, actions: number): Promise<number> =>
  tx.run(setApplying, { runId, actions })

export const markResults = (tx: Tx, runId: string, done: number, results: string): Promise<number> =>
  tx.run(setResults, { runId, done, results })

/** Sets the reason of a failed or stopped run to aborted. */
export const markAborted = (tx: Tx, runId: string, reason: string): Promise<number> =>
  tx.run(setAborted, { runId, reason })

/** Ends a run; no effect on an ended one. */
export const markFinished = (tx: Tx, end: Finished): Promise<number> => tx.run(setFinished, end)
