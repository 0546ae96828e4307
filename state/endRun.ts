import type { RunStatus } from '../contract/temporal.ts'
import type { Tx } from '../platform/sql/types.ts'
import { countResults } from './results.ts'
import { findRun, markFinished, markResults } from './runs.ts'
import type { RunRow } from './schema.ts'
import { countSent, tallyResults } from './tally.ts'

export interface RunEnding {
  /** The status, which may depend on what came of the rows. */
  statusOf: (results: Readonly<Record<string, number>>) => RunStatus
  reason: { code: string; detail: string } | null
  /** ISO 8601. */
  at: string
}

/** Gives a run its final status with what came of its rows; those without a result were not reached. Answers the status. */
export async function endRun(tx: Tx, run: RunRow, { statusOf, reason, at }: RunEnding): Promise<RunStatus> {
  const sent = await countResults(tx, run.run_id)
  const results = tallyResults(JSON.parse(run.counts) as Record<string, number>, run.actions, sent, true)
  const status = statusOf(results)
  await markFinished(tx, {
    runId: run.run_id,
    status,
    done: run.status === 'applying' ? countSent(sent) : run.done,
    results: JSON.stringify(results),
    reason: reason === null ? null : JSON.stringify(reason),
    at,
  })
  return status
}

/** Counts again what came of the rows of a run that ended while rows were on their way; one that goes on is counted as it is shown. */
export async function recountEnded(tx: Tx, runId: string): Promise<void> {
  const run = await findRun(tx, runId)
  if (!run || run.finished_at === null) return
  const sent = await countResults(tx, runId)
  const results = tallyResults(JSON.parse(run.counts) as Record<string, number>, run.actions, sent, true)
  await markResults(tx, runId, countSent(sent), JSON.stringify(results))
}
