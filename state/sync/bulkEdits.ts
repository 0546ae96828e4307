import type { BulkEdit } from '../../contract/control/bulkEdit.ts'
import type { RunStatus } from '../../contract/temporal.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type EditItemTable, type RunRow, type StateTables } from '../tables/schema.ts'
import { toFirstIdAfter } from '../tables/toFirstIdAfter.ts'

/**
 * Prefix of a bulk edit's source. Each edit has a separate source, so that several can wait concurrently. No source of
 * kitroom.yaml has a colon in its id.
 */
export const EDIT_PREFIX = 'edit:'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const insert = defineStatement<EditItemTable>((db, arg) =>
  db.insertInto('edit_item').values(arg.columns('run_id', 'position', 'gear_id', 'seen_at', 'is_excluded')),
)
const selectOfRun = defineStatement<{ runId: string }, EditItemTable>((db, arg) =>
  db.selectFrom('edit_item').selectAll().where('run_id', '=', arg('runId')).orderBy('position'),
)

const selectStopped = defineStatement<{ from: string; stopped: RunStatus }, RunRow>((db, arg) =>
  db
    .selectFrom('run')
    .selectAll()
    .where('run_id', '>=', arg('from'))
    .where('status', '=', arg('stopped'))
    .where('edit', 'is not', null)
    .orderBy('run_id'),
)

interface ChosenItem {
  gearId: string
  /** `updated_at` of the item that the person saw; null for any. */
  seenAt: string | null
}

/** Choice of a bulk edit: the named items, or those that its filter leaves out. */
export interface Choice {
  named: readonly ChosenItem[]
  excluded: readonly string[]
}

/** Stores the choice of a run, in the transaction that adds the run. */
export async function addChoice(tx: Tx, runId: string, { named, excluded }: Choice): Promise<void> {
  const rows = [
    ...named.map(({ gearId, seenAt }) => ({ gear_id: gearId, seen_at: seenAt, is_excluded: 0 })),
    ...excluded.map((gearId) => ({ gear_id: gearId, seen_at: null, is_excluded: 1 })),
  ]
  for (const [position, row] of rows.entries()) await tx.run(insert, { run_id: runId, position, ...row })
}

export async function readChoice(tx: Tx, runId: string): Promise<Choice> {
  const rows = await tx.all(selectOfRun, { runId })
  return {
    named: rows.flatMap((row) => (row.is_excluded === 0 ? [{ gearId: row.gear_id, seenAt: row.seen_at }] : [])),
    excluded: rows.flatMap((row) => (row.is_excluded === 0 ? [] : [row.gear_id])),
  }
}

/**
 * Lists bulk edits and their undos that started since a moment and stopped before their end.
 * @param sinceMs Unix milliseconds
 */
export const listStoppedEdits = (tx: Tx, sinceMs: number): Promise<RunRow[]> =>
  tx.all(selectStopped, { from: toFirstIdAfter(sinceMs), stopped: 'stopped' })

/** Reads the bulk edit of a run; undefined for a run of a sheet. A filter's items are counted once they are known. */
export function readBulkEdit({ edit, counts, planned_at: plannedAt, undoes }: RunRow): BulkEdit | undefined {
  if (edit === null) return undefined
  const stored = JSON.parse(edit) as BulkEdit
  if (stored.items !== null || plannedAt === null || undoes !== null) return stored
  const found = Object.values(JSON.parse(counts) as Record<string, number>)
  return { ...stored, items: found.reduce((sum, count) => sum + count, 0) }
}
