import { ApiError, ConnectionError } from '../../../client/errors.ts'
import type { ReminderRow } from '../../../worker/state/reminderTable.ts'
import type { Evaluate, Evaluation } from '../types.ts'
import type { NotifyDeps } from './types.ts'

/** Recipients of one channel get their mails one after another: what was read this long ago is read again. */
const FRESH_FOR_MS = 5000

/** What is to become of claimed reminders. `unread`: the API did not say, and why. */
export interface Evaluated {
  holding: ReminderRow[]
  untrue: { row: ReminderRow; reason: string }[]
  unread: { row: ReminderRow; reason: string }[]
}

/** Evaluates claimed reminders against the records as they are now. */
export type Evaluator = (rows: readonly ReminderRow[], signal: AbortSignal) => Promise<Evaluated>

const keyOf = ({ kind, subject, due_on, step }: ReminderRow): string => JSON.stringify([kind, subject, due_on, step])

const withText = (row: ReminderRow, { title, facts }: { title: string; facts: unknown }): ReminderRow => ({
  ...row,
  payload: JSON.stringify({ title, facts }),
})

/** Makes an evaluator that reads each record once for all recipients of a round. */
export function createEvaluator({ evaluators }: Pick<NotifyDeps, 'evaluators'>): Evaluator {
  const known = new Map<string, { evaluation: Evaluation; readAtMs: number }>()
  const isFresh = (row: ReminderRow): boolean => (known.get(keyOf(row))?.readAtMs ?? -Infinity) > performance.now() - FRESH_FOR_MS

  const readAgain = async (evaluate: Evaluate, rows: readonly ReminderRow[], signal: AbortSignal): Promise<void> => {
    const stale = rows.filter((row) => !isFresh(row))
    if (stale.length === 0) return
    const readAtMs = performance.now()
    const evaluations = await evaluate(stale, signal)
    for (const row of stale) {
      const evaluation = evaluations.get(row.message_id)
      if (evaluation) known.set(keyOf(row), { evaluation, readAtMs })
    }
  }

  const sort = (evaluated: Evaluated, row: ReminderRow): void => {
    const evaluation = known.get(keyOf(row))?.evaluation
    if (evaluation?.holds === false) evaluated.untrue.push({ row, reason: evaluation.reason })
    else evaluated.holding.push(evaluation?.says ? withText(row, evaluation.says) : row)
  }

  return async (rows, signal) => {
    const evaluated: Evaluated = { holding: [], untrue: [], unread: [] }
    for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
      const evaluate = evaluators[kind]
      try {
        if (evaluate) await readAgain(evaluate, some, signal)
        for (const row of some) sort(evaluated, row)
      } catch (error) {
        if (!(error instanceof ApiError) && !(error instanceof ConnectionError)) throw error
        const reason = error instanceof ApiError ? error.detail : 'The API server cannot be reached.'
        for (const row of some) evaluated.unread.push({ row, reason: `It could not be checked whether this still holds. ${reason}` })
      }
    }
    return evaluated
  }
}
