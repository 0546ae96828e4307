import type { Outcome } from '../contract/control.ts'
import type { SentResult } from './schema.ts'

/** What a report says of rows that are never sent. */
const RESULT_OF: Partial<Record<Outcome, string>> = {
  unchanged: 'unchanged',
  conflict: 'conflict',
  refused: 'refused',
  skipped: 'skipped',
  deleted_in_api: 'skipped',
}

/** What came of one row: its own result, what its outcome says, or that the run ended before it was sent. */
export const resultOfRow = (outcome: string, sent: string | null): string => sent ?? RESULT_OF[outcome as Outcome] ?? 'not_reached'

/** How many rows were sent. */
export const countSent = (sent: Readonly<Partial<Record<SentResult, number>>>): number => Object.values(sent).reduce((sum, count) => sum + count, 0)

/**
 * Rows by what came of them.
 * @param counts rows by planned outcome
 * @param actions how many of them are sent
 * @param sent those that have been, by result
 * @param ended whether rows without a result will never be sent
 */
export function tallyResults(
  counts: Readonly<Record<string, number>>,
  actions: number,
  sent: Readonly<Partial<Record<SentResult, number>>>,
  ended: boolean,
): Record<string, number> {
  const results: Record<string, number> = { ...sent }
  for (const [outcome, count] of Object.entries(counts)) {
    const result = RESULT_OF[outcome as Outcome]
    if (result) results[result] = (results[result] ?? 0) + count
  }
  const left = actions - countSent(sent)
  if (ended && left > 0) results['not_reached'] = left
  return results
}
