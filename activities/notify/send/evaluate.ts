import { ApiError, ConnectionError } from '../../../client/errors.ts'
import { endsAll } from '../../eachItem.ts'
import { describeError } from '../../failures.ts'
import type { ReminderRow } from '../../../state/reminderTable.ts'
import type { Evaluate, Evaluation } from '../types.ts'
import type { NotifyDeps } from './types.ts'

/** Cache time: a channel's recipients get their mails one after another. */
const FRESH_FOR_MS = 5000
/** Failed checks after which the remaining reminders wait too: the fault is not one of single records. */
const MOST_APART = 20

/** Result of checking claimed reminders. `unread`: the API did not answer for them. */
export interface Evaluated {
  holding: ReminderRow[]
  untrue: { row: ReminderRow; reason: string }[]
  unread: { row: ReminderRow; reason: string }[]
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

  /** Isolates records that the API fails on by binary search, so that they do not block the others. */
  const readApart = async (evaluate: Evaluate, rows: readonly ReminderRow[], signal: AbortSignal, unread: Evaluated['unread']): Promise<void> => {
    try {
      await readAgain(evaluate, rows, signal)
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof ConnectionError)) throw error
      if (rows.length === 1 || unread.length >= MOST_APART || (await endsAll(error, api, signal))) {
        const reason = `It could not be checked whether this still holds. ${describeError(error)}`
        unread.push(...rows.map((row) => ({ row, reason })))
        return
      }
      const half = Math.ceil(rows.length / 2)
      await readApart(evaluate, rows.slice(0, half), signal, unread)
      await readApart(evaluate, rows.slice(half), signal, unread)
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
      const unread: Evaluated['unread'] = []
      if (evaluate) await readApart(evaluate, some, signal, unread)
      const isUnread = new Set(unread.map(({ row }) => row))
      for (const row of some) if (!isUnread.has(row)) sort(evaluated, row)
      evaluated.unread.push(...unread)
    }
    return evaluated
  }
}
