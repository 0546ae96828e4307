import type { Outcome } from '../../contract/control/control.ts'
import type { SentResult } from '../tables/schema.ts'

/** Results of rows that are never sent. */
const RESULT_BY_OUTCOME: Partial<Record<Outcome, string>> = {
  unchanged: 'unchanged',
  conflict: 'conflict',
  question: 'question',
  refused: 'refused',
  skipped: 'skipped',
  deleted_in_api: 'skipped',
}

/** Finds the result of one row: the stored one, else the result of its outcome, else `not_reached`. */
export const resolveRowResult = (outcome: string, sent: string | null): string =>
  sent ?? RESULT_BY_OUTCOME[outcome as Outcome] ?? 'not_reached'

export const sumSentResults = (sent: Readonly<Partial<Record<SentResult, number>>>): number =>
  Object.values(sent).reduce((sum, count) => sum + count, 0)

/**
 * Counts rows by result.
 * @param counts rows by planned outcome
 * @param rowsToSend number of rows that the plan writes
 * @param sent rows with a response, by result
 * @param hasEnded counts rows without a result as not reached
 */
export function tallyResults(
  counts: Readonly<Record<string, number>>,
  rowsToSend: number,
  sent: Readonly<Partial<Record<SentResult, number>>>,
  hasEnded: boolean,
): Record<string, number> {
  const results: Record<string, number> = { ...sent }
  for (const [outcome, count] of Object.entries(counts)) {
    const result = RESULT_BY_OUTCOME[outcome as Outcome]
    if (result) results[result] = (results[result] ?? 0) + count
  }
  const remaining = rowsToSend - sumSentResults(sent)
  if (hasEnded && remaining > 0) results['not_reached'] = remaining
  return results
}
