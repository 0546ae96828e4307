import type { Sentence } from '../../contract/sentences/sentence.ts'
import type { RunStatus } from '../../contract/temporal.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { countRowResults } from './rowResults.ts'
import { findRun, markFinished, markResults } from './runs.ts'
import type { RunRow } from '../tables/schema.ts'
import { sumSentResults, tallyResults } from './tallyResults.ts'

export interface RunEnd {
  /** Determines the final status from the number of rows by result. */
  statusOf: (results: Readonly<Record<string, number>>) => RunStatus
  reason: { code: string; detail: string; sentences?: Sentence[] } | null
  at: string
}

/** Ends a run and counts its rows by result; rows without a result count as not reached. @returns the status */
export async function endRun(tx: Tx, run: RunRow, { statusOf, reason, at }: RunEnd): Promise<RunStatus> {
  const sent = await countRowResults(tx, run.run_id)
  const results = tallyResults(JSON.parse(run.counts) as Record<string, number>, run.actions, sent, true)
  const status = statusOf(results)
  await markFinished(tx, {
    runId: run.run_id,
    status,
    done: run.status === 'applying' ? sumSentResults(sent) : run.done,
    results: JSON.stringify(results),
    reason: reason === null ? null : JSON.stringify(reason),
    at,
  })
  return status
}

/** Counts the results again if rows completed after the end of their run. */
export async function recountResultsOfEndedRun(tx: Tx, runId: string): Promise<void> {
  const run = await findRun(tx, runId)
  if (!run || run.finished_at === null) return
  const sent = await countRowResults(tx, runId)
  const results = tallyResults(JSON.parse(run.counts) as Record<string, number>, run.actions, sent, true)
  await markResults(tx, runId, sumSentResults(sent), JSON.stringify(results))
}
