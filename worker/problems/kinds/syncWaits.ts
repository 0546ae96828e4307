import type { PlanRow } from '../../../contract/control/control.ts'
import { englishTexts } from '../../../messages/languages/texts.ts'
import type { RunRow } from '../../../state/tables/schema.ts'
import { describeChanges, describeWait, ofSource, readSourceStates, SYNC_COMMAND } from '../facts/sources.ts'
import { describeRows, readFirstRows } from '../facts/planRows.ts'
import type { ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

function describeWaiting(run: RunRow, rows: readonly PlanRow[]): Finding {
  const { source } = run
  return {
    subject: source,
    detail: `${describeWait(run, englishTexts)} Until it is decided, its schedule starts nothing.\nSee it: ${SYNC_COMMAND} status --plan ${run.run_id}\nWrite it: ${SYNC_COMMAND} approve ${source}   Drop it: ${SYNC_COMMAND} reject ${source}`,
    describe: (texts) => {
      const { sync } = texts.problems
      const facts = {
        source,
        why: describeWait(run, texts),
        changes: describeChanges(run, texts),
        plannedAt: texts.format.time(run.planned_at ?? run.started_at),
        seeIt: `${SYNC_COMMAND} status --plan ${run.run_id}`,
        writeIt: `${SYNC_COMMAND} approve ${source}`,
        dropIt: `${SYNC_COMMAND} reject ${source}`,
      }
      return {
        title: sync.waits(source),
        facts,
        plan: { runId: run.run_id, attempt: run.plan_attempt },
        ...(rows.length > 0 && { details: describeRows(rows, run.actions, texts) }),
      }
    },
  }
}

/** A scheduled plan must be reported: nobody watches it, and its schedule waits for the decision. */
export const syncWaits: ProblemKind = {
  ...ofSource,
  find: async (check, tx) => {
    const findings: Finding[] = []
    for (const { run } of await readSourceStates(check, tx))
      if (run?.status === 'waiting') findings.push(describeWaiting(run, await readFirstRows(tx, run.run_id)))
    return findings
  },
  delayMs: 0,
}
