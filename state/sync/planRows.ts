import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type PlanRowTable, type StateTables } from '../tables/schema.ts'

export type StoredRow = PlanRowTable

/** A plan row, with its result if it was sent. */
export interface ReportedRow {
  position: number
  outcome: string
  action: number | null
  body: string
  result: string | null
  result_gear_id: string | null
  error: string | null
  /** Time of the API's response; null for a row without a result. */
  finished_at: string | null
}

/** Rows per page. A large plan of 450,000 rows would take half a gigabyte in memory. */
const ROWS_PER_PAGE = 1000

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const insert = defineStatement<StoredRow & { attempt: number }>((db, arg) =>
  db
    .insertInto('plan_row')
    .values(
      arg.columns(
        'run_id',
        'position',
        'row',
        'action',
        'outcome',
        'key_fold',
        'gear_id',
        'judged_at',
        'body',
        'base',
        'asset_tag',
        'serial_number',
        'attempt',
      ),
    ),
)
const deleteRows = defineStatement<{ runId: string }>((db, arg) =>
  db.deleteFrom('plan_row').where('run_id', '=', arg('runId')),
)
const selectPage = defineStatement<{ runId: string; after: number; limit: number }, ReportedRow>((db, arg) =>
  db
    .selectFrom('plan_row')
    .leftJoin('row_result', (join) =>
      join.onRef('row_result.run_id', '=', 'plan_row.run_id').onRef('row_result.position', '=', 'plan_row.position'),
    )
    .select([
      'plan_row.position',
      'outcome',
      'action',
      'body',
      'result',
      'row_result.gear_id as result_gear_id',
      'error',
      'finished_at',
    ])
    .where('plan_row.run_id', '=', arg('runId'))
    .where('plan_row.position', '>', arg('after'))
    .orderBy('plan_row.position')
    .limit(arg('limit')),
)
const selectUnsent = defineStatement<{ runId: string; from: number; below: number }, StoredRow>((db, arg) =>
  db
    .selectFrom('plan_row')
    .leftJoin('row_result', (join) =>
      join.onRef('row_result.run_id', '=', 'plan_row.run_id').onRef('row_result.position', '=', 'plan_row.position'),
    )
    .selectAll('plan_row')
    .where('plan_row.run_id', '=', arg('runId'))
    .where('action', 'is not', null)
    .where('action', '>=', arg('from'))
    .where('action', '<', arg('below'))
    .where('row_result.position', 'is', null)
    .orderBy('action'),
)
const selectSettled = defineStatement<{ runId: string; after: number; limit: number }, StoredRow>((db, arg) =>
  db
    .selectFrom('plan_row')
    .selectAll()
    .where('run_id', '=', arg('runId'))
    .where('position', '>', arg('after'))
    .where('action', 'is', null)
    .where('base', 'is not', null)
    .orderBy('position')
    .limit(arg('limit')),
)

/** A row that the API accepted, with its result. */
export interface AcceptedRow {
  position: number
  body: string
  result: string
  gear_id: string
}

const selectDone = defineStatement<{ runId: string; after: number; limit: number }, AcceptedRow>((db, arg) =>
  db
    .selectFrom('plan_row')
    .innerJoin('row_result', (join) =>
      join.onRef('row_result.run_id', '=', 'plan_row.run_id').onRef('row_result.position', '=', 'plan_row.position'),
    )
    .select(['plan_row.position as position', 'body', 'result', 'row_result.gear_id as gear_id'])
    .$castTo<AcceptedRow>()
    .where('plan_row.run_id', '=', arg('runId'))
    .where('plan_row.position', '>', arg('after'))
    .where('row_result.gear_id', 'is not', null)
    .orderBy('plan_row.position')
    .limit(arg('limit')),
)

const selectRefusedKeys = defineStatement<{ runId: string; outcome: string }, { key_fold: string }>((db, arg) =>
  db
    .selectFrom('plan_row')
    .select('key_fold')
    .$castTo<{ key_fold: string }>()
    .where('run_id', '=', arg('runId'))
    .where('outcome', '=', arg('outcome'))
    .where('key_fold', 'is not', null),
)

/** @param attempt the attempt of planning, see planAttempts.ts */
export async function addPlanRows(tx: Tx, rows: readonly StoredRow[], attempt: number): Promise<void> {
  for (const row of rows) await tx.run(insert, { ...row, attempt })
}

/** Removes the rows of an interrupted planning. */
export const clearPlanRows = (tx: Tx, runId: string): Promise<number> => tx.run(deleteRows, { runId })

/** Lists rows after a position with their results, in plan order. */
export const listPlanRows = (tx: Tx, runId: string, after: number, limit: number): Promise<ReportedRow[]> =>
  tx.all(selectPage, { runId, after, limit })

/** Lists rows whose action number is in a range and that have no result, in sending order. */
export const listUnsentRows = (tx: Tx, runId: string, from: number, below: number): Promise<StoredRow[]> =>
  tx.all(selectUnsent, { runId, from, below })

/** Reads rows page by page, in plan order. @param readPage reads the rows after a position */
async function* readInPages<Row extends { position: number }>(
  readPage: (range: { after: number; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = -1; ;) {
    const page = await readPage({ after, limit: ROWS_PER_PAGE })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < ROWS_PER_PAGE) return
    after = last.position
  }
}

/** Reads rows that the API accepted, in plan order. */
export const readAcceptedRows = (state: Database, runId: string): AsyncGenerator<AcceptedRow> =>
  readInPages((range) => state.read((tx) => tx.all(selectDone, { runId, ...range })))

export const listRefusedKeys = async (tx: Tx, runId: string): Promise<string[]> =>
  (await tx.all(selectRefusedKeys, { runId, outcome: 'refused' })).map(({ key_fold }) => key_fold)

/** Reads rows without a write whose binding changes, in plan order. */
export const readBindingOnlyRows = (tx: Tx, runId: string): AsyncGenerator<StoredRow> =>
  readInPages((range) => tx.all(selectSettled, { runId, ...range }))
