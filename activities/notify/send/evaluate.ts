import { ApiError, ConnectionError } from '../../../client/errors.ts'
import { affectsEveryItem } from '../../eachItem.ts'
import { describeError } from '../../failures.ts'
import type { ReminderRow } from '../../../state/reminderTable.ts'
import type { Evaluate, Evaluation } from '../types.ts'
import type { NotifyDeps } from './types.ts'

/** Cache time: a channel's recipients get their mails one after another. */
const FRESH_FOR_MS = 5000
/** Failed checks after which the remaining reminders wait too: the fault is not one of single records. */
const MAX_ISOLATED = 20

/** Result of checking claimed reminders. `unchecked`: the API did not answer for them. */
interface Evaluated {
  valid: ReminderRow[]
  outdated: { row: ReminderRow; reason: string }[]
  unchecked: { row: ReminderRow; reason: string }[]
}

export type Evaluator = (rows: readonly ReminderRow[], signal: AbortSignal) => Promise<Evaluated>

const keyOf = ({ kind, subject, due_on, step }: ReminderRow): string => JSON.stringify([kind, subject, due_on, step])

const withText = (row: ReminderRow, { title, facts }: { title: string; facts: unknown }): ReminderRow => ({
  ...row,
  payload: JSON.stringify({ title, facts }),
})

/** Creates an evaluator that reads each record once for all recipients. */
export function createEvaluator({ evaluators, api }: Pick<NotifyDeps, 'evaluators' | 'api'>): Evaluator {
  const known = new Map<string, { evaluation: Evaluation; readAtMs: number }>()
  const isFresh = (row: ReminderRow): boolean => (known.get(keyOf(row))?.readAtMs ?? -Infinity) > performance.now() - FRESH_FOR_MS

  const readStale = async (evaluate: Evaluate, rows: readonly ReminderRow[], signal: AbortSignal): Promise<void> => {
    const stale = rows.filter((row) => !isFresh(row))
    if (stale.length === 0) return
    const readAtMs = performance.now()
    const evaluations = await evaluate(stale, signal)
    for (const row of stale) {
      const evaluation = evaluations.get(row.message_id)
      if (evaluation) known.set(keyOf(row), { evaluation, readAtMs })
    }
  }

  /** Isolates records that the API fails on by binary search, so that they do not block the others. */
  const isolateUnreadable = async (
    evaluate: Evaluate,
    rows: readonly ReminderRow[],
    signal: AbortSignal,
    unchecked: Evaluated['unchecked'],
  ): Promise<void> => {
    try {
      await readStale(evaluate, rows, signal)
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof ConnectionError)) throw error
      if (rows.length === 1 || unchecked.length >= MAX_ISOLATED || (await affectsEveryItem(error, api, signal))) {
        const reason = `It could not be checked whether this still applies. ${describeError(error)}`
        unchecked.push(...rows.map((row) => ({ row, reason })))
        return
      }
      const half = Math.ceil(rows.length / 2)
      await isolateUnreadable(evaluate, rows.slice(0, half), signal, unchecked)
      await isolateUnreadable(evaluate, rows.slice(half), signal, unchecked)
    }
  }

  const sort = (evaluated: Evaluated, row: ReminderRow): void => {
    const evaluation = known.get(keyOf(row))?.evaluation
    if (evaluation?.applies === false) evaluated.outdated.push({ row, reason: evaluation.reason })
    else evaluated.valid.push(evaluation?.newText ? withText(row, evaluation.newText) : row)
  }

  return async (rows, signal) => {
    const evaluated: Evaluated = { valid: [], outdated: [], unchecked: [] }
    for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
      const evaluate = evaluators[kind]
      const unchecked: Evaluated['unchecked'] = []
      if (evaluate) await isolateUnreadable(evaluate, some, signal, unchecked)
      const isUnchecked = new Set(unchecked.map(({ row }) => row))
      for (const row of some) if (!isUnchecked.has(row)) sort(evaluated, row)
      evaluated.unchecked.push(...unchecked)
    }
    return evaluated
  }
}
