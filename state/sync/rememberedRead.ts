import { sql, type ExpressionBuilder } from 'kysely'
import type { RunStatus } from '../../contract/temporal.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const listLiterals = (statuses: readonly RunStatus[]) => statuses.map((status) => sql.lit<RunStatus>(status))

/** Statuses of runs that may have written rows. */
const APPLIED = listLiterals(['completed', 'completed_with_errors', 'stopped'])
const ENDED = listLiterals(['completed', 'completed_with_errors'])

/** Selects the applied undos of a run that are not undone themselves. */
const selectUndos = (e: ExpressionBuilder<StateTables, 'run'>) =>
  e
    .selectFrom('run as undo')
    .select('undo.run_id')
    .whereRef('undo.undoes', '=', 'run.run_id')
    .where('undo.status', 'in', ENDED)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('run as redo')
            .select('redo.run_id')
            .whereRef('redo.undoes', '=', 'undo.run_id')
            .where('redo.status', 'in', ENDED),
        ),
      ),
    )

const selectRead = defineStatement<{ upTo: string }, { read: string }>((db, arg) =>
  db
    .selectFrom('run')
    .select('run.read')
    .$castTo<{ read: string }>()
    .where('run.source', '=', (e) =>
      e
        .selectFrom('run as last')
        .select('last.source')
        .where('last.run_id', '=', arg('upTo'))
        .$castTo<{ source: string }>(),
    )
    .where('run.run_id', '<=', arg('upTo'))
    .where('run.status', 'in', APPLIED)
    .where('run.undoes', 'is', null)
    .where('run.read', 'is not', null)
    .where((e) => e.not(e.exists(selectUndos(e))))
    .orderBy('run.run_id', 'desc')
    .limit(sql.lit(1)),
)

/**
 * Finds how the last applied run read its sheet, JSON. Runs that were undone do not count.
 * @param lastSeenRun the newest run that saw an item of the source; it may be of the source whose items were taken over
 */
export const findRememberedRead = async (tx: Tx, lastSeenRun: string): Promise<string | undefined> =>
  (await tx.get(selectRead, { upTo: lastSeenRun }))?.read
