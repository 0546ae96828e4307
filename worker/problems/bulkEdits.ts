// Bulk edits that stopped after writing some rows: their tab may be closed.
import type { BulkEdit } from '../../contract/control/bulkEdit.ts'
import { englishTexts } from '../../messages/languages/texts.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { EDIT_PREFIX, listStoppedEdits, readBulkEdit } from '../../state/sync/bulkEdits.ts'
import { findNewestReportable } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { createProblem, type Problem } from './problem.ts'
import { ABORTED_CODE, reasonOf, SYNC_COMMAND, toSourceKey } from './sources.ts'

const REPORTED_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

const describeUpdates = ({ updates }: BulkEdit): string => Object.keys(updates).join(', ')

function toStoppedProblem(run: RunRow, edit: BulkEdit): Problem {
  const reason = reasonOf(run)
  const command = `${SYNC_COMMAND} status --plan ${run.run_id}`
  return createProblem({
    key: toSourceKey(run.source),
    code: 'sync_failed',
    detail: `${reason?.detail ?? englishTexts.problems.sync.causeInLog} [${reason?.code ?? 'internal_error'}]\nWhat became of it: ${command}   Undo it: ${SYNC_COMMAND} undo ${run.run_id}`,
    describe: ({ problems: { sync, facts: names }, format }) => ({
      title: sync.editStopped({ items: edit.items, count: format.count(edit.items ?? 0) }),
      facts: [
        { name: names.changes, value: describeUpdates(edit) },
        { name: names.why, value: reason?.detail ?? sync.causeInLog },
        { name: names.endedAt, value: format.time(run.finished_at ?? run.started_at) },
        { name: names.whatBecame, value: command },
        { name: names.undoIt, value: `${SYNC_COMMAND} undo ${run.run_id}` },
      ],
    }),
  })
}

/** True for the problem of a bulk edit: nothing works again when it is old or undone, so its end has no message. */
export const isPastEvent = (key: string): boolean => key.startsWith(toSourceKey(EDIT_PREFIX))

/** Bulk edits, and undos of them, that stopped within the last week, unless a person ended them or a later run of the same edit has ended. */
export async function findBulkEditProblems(tx: Tx, nowMs: number): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const run of await listStoppedEdits(tx, nowMs - REPORTED_DAYS * DAY_MS)) {
    const newest = await findNewestReportable(tx, run.source)
    const edit = readBulkEdit(run)
    const isCurrent = newest?.run_id === run.run_id && reasonOf(run)?.code !== ABORTED_CODE
    if (edit && isCurrent) problems.push(toStoppedProblem(run, edit))
  }
  return problems
}
