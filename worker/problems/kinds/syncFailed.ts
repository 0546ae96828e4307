import type { BulkEdit } from '../../../contract/control/bulkEdit.ts'
import { DAY_MS } from '../../../contract/policies.ts'
import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { EDIT_PREFIX, listStoppedEdits, readBulkEdit } from '../../../state/sync/bulkEdits.ts'
import { findNewestReportable, findOpenRun } from '../../../state/sync/runs.ts'
import type { RunRow } from '../../../state/tables/schema.ts'
import { ABORTED_CODE, ofSource, readSourceStates, reasonOf, SYNC_COMMAND } from '../facts/sources.ts'
import type { ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const EDIT_REPORTED_DAYS = 7

const failedStatuses = ['failed', 'stopped', 'expired'] as const
type FailedStatus = (typeof failedStatuses)[number]

const { sync: english } = englishTexts.problems

function describeFailed(run: RunRow, status: FailedStatus): Finding {
  const reason = reasonOf(run)
  const describeReason = ({ problems: { sync }, say }: Texts): string => {
    if (reason) return say(reason.detail, reason.sentences)
    return status === 'expired' ? sync.nobodyDecided : sync.causeInLog
  }
  const code = reason?.code ?? (status === 'expired' ? 'expired' : 'internal_error')
  return {
    subject: run.source,
    detail: `${describeReason(englishTexts)} [${code}]\nWhat became of it: ${SYNC_COMMAND} status --plan ${run.run_id}   Try again: ${SYNC_COMMAND} plan ${run.source}`,
    describe: (texts) => ({
      title: texts.problems.sync[status](run.source),
      facts: {
        source: run.source,
        why: describeReason(texts),
        endedAt: texts.format.time(run.finished_at ?? run.started_at),
        whatBecame: `${SYNC_COMMAND} status --plan ${run.run_id}`,
        tryAgain: `${SYNC_COMMAND} plan ${run.source}`,
      },
    }),
  }
}

/** Describes a bulk edit that stopped after writing some rows, since its tab may be closed. */
function describeStoppedEdit(run: RunRow, edit: BulkEdit): Finding {
  const reason = reasonOf(run)
  const command = `${SYNC_COMMAND} status --plan ${run.run_id}`
  return {
    subject: run.source,
    detail: `${reason?.detail ?? english.causeInLog} [${reason?.code ?? 'internal_error'}]\nWhat became of it: ${command}   Undo it: ${SYNC_COMMAND} undo ${run.run_id}`,
    describe: ({ problems: { sync }, format, say }) => ({
      title: sync.editStopped({ items: edit.items, count: format.count(edit.items ?? 0) }),
      facts: {
        changes: Object.keys(edit.updates).join(', '),
        why: reason ? say(reason.detail, reason.sentences) : sync.causeInLog,
        endedAt: format.time(run.finished_at ?? run.started_at),
        whatBecame: command,
        undoIt: `${SYNC_COMMAND} undo ${run.run_id}`,
      },
    }),
  }
}

/**
 * Finds bulk edits and their undos that stopped within the last week, unless a person ended them or a later run of the
 * same edit has ended.
 */
async function findStoppedEdits(tx: Tx, nowMs: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const run of await listStoppedEdits(tx, nowMs - EDIT_REPORTED_DAYS * DAY_MS)) {
    const newest = await findNewestReportable(tx, run.source)
    // An undo is not the newest to report while it writes, and was it while it waited.
    const isBeingUndone = (await findOpenRun(tx, run.source))?.status === 'applying'
    const edit = readBulkEdit(run)
    const isCurrent = newest?.run_id === run.run_id && !isBeingUndone && reasonOf(run)?.code !== ABORTED_CODE
    if (edit && isCurrent) findings.push(describeStoppedEdit(run, edit))
  }
  return findings
}

/** A sync, a scheduled plan or a bulk edit failed. */
export const syncFailed: ProblemKind = {
  ...ofSource,
  find: async (check, tx) => {
    const findings = (await readSourceStates(check, tx)).flatMap(({ run }) => {
      const status = failedStatuses.find((failed) => failed === run?.status)
      return run && status ? describeFailed(run, status) : []
    })
    return [...findings, ...(await findStoppedEdits(tx, check.nowMs))]
  },
  delayMs: 0,
  // The end of an old or undone bulk edit's problem has no message, because nothing was repaired.
  end: async (ended, tx) => (ended.subject.startsWith(EDIT_PREFIX) ? undefined : ofSource.end(ended, tx)),
}
