import { say, sayAll, type Said } from '../../../contract/sentences/say.ts'
import { ApiError, ConnectionError } from '../../../client/errors.ts'
import { affectsEveryItem } from '../../shared/forEachItem.ts'
import { sayError } from '../../shared/failures.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import { formatPayload, parsePayload } from '../payload.ts'
import type { Evaluate, Evaluation, Notification } from '../types.ts'
import type { NotifyDeps } from './types.ts'

/**
 * Lifetime of a cached check. A channel's recipients get their mails one after another, mostly about the same records.
 */
const CACHE_MS = 5000
/**
 * Maximum number of unreadable records to isolate. With more, the API itself is assumed to fail, and the remaining
 * reminders wait too.
 */
const MAX_ISOLATED_RECORDS = 20

/** Result of checking claimed reminders. `unchecked`: the API did not answer for them. */
interface Evaluated {
  valid: ReminderRow[]
  outdated: { row: ReminderRow; reason: Said }[]
  unchecked: { row: ReminderRow; reason: Said }[]
}

/** @param texts in the language of the reader */
export type Evaluator = (rows: readonly ReminderRow[], signal: AbortSignal, texts: Texts) => Promise<Evaluated>

const keyOf = ({ kind, subject, due_on, step, payload }: ReminderRow, { language }: Texts): string =>
  JSON.stringify([kind, subject, due_on, step, parsePayload(payload).language, language])

const withText = (
  row: ReminderRow,
  text: Pick<Notification, 'title' | 'titles' | 'facts' | 'documentType'>,
  { language }: Texts,
): ReminderRow => ({
  ...row,
  payload: formatPayload({ ...parsePayload(row.payload), ...text }, language),
})

interface Check {
  evaluate: Evaluate
  signal: AbortSignal
  texts: Texts
}

interface EvaluationCache {
  /** Checks the rows without a cached check. */
  refreshStale(check: Check, rows: readonly ReminderRow[]): Promise<void>
  find(row: ReminderRow, texts: Texts): Evaluation | undefined
}

function createEvaluationCache(): EvaluationCache {
  const cache = new Map<string, { evaluation: Evaluation; readAtMs: number }>()
  const isFresh = (row: ReminderRow, texts: Texts): boolean =>
    (cache.get(keyOf(row, texts))?.readAtMs ?? -Infinity) > performance.now() - CACHE_MS

  return {
    async refreshStale({ evaluate, signal, texts }, rows) {
      const staleRows = rows.filter((row) => !isFresh(row, texts))
      if (staleRows.length === 0) return
      const readAtMs = performance.now()
      const waiting = staleRows.map((row) => {
        const { language, reading } = parsePayload(row.payload)
        return { ...row, language, ...(reading && { reading }) }
      })
      const evaluations = await evaluate(waiting, signal, texts)
      for (const row of staleRows) {
        const evaluation = evaluations.get(row.message_id)
        if (evaluation) cache.set(keyOf(row, texts), { evaluation, readAtMs })
      }
    },
    find: (row, texts) => cache.get(keyOf(row, texts))?.evaluation,
  }
}

/** Creates an evaluator that reads each record once for all recipients. */
export function createEvaluator({ evaluators, api }: Pick<NotifyDeps, 'evaluators' | 'api'>): Evaluator {
  const cache = createEvaluationCache()

  /** Isolates records that the API cannot read by binary search, so that they do not block the others. */
  const isolateUnreadable = async (
    check: Check,
    rows: readonly ReminderRow[],
    unchecked: Evaluated['unchecked'],
  ): Promise<void> => {
    try {
      await cache.refreshStale(check, rows)
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof ConnectionError)) throw error
      if (
        rows.length === 1 ||
        unchecked.length >= MAX_ISOLATED_RECORDS ||
        (await affectsEveryItem(error, api, check.signal))
      ) {
        const reason = sayAll(say('reminder_not_checked'), sayError(error))
        unchecked.push(...rows.map((row) => ({ row, reason })))
        return
      }
      const half = Math.ceil(rows.length / 2)
      await isolateUnreadable(check, rows.slice(0, half), unchecked)
      await isolateUnreadable(check, rows.slice(half), unchecked)
    }
  }

  const addResult = (evaluated: Evaluated, row: ReminderRow, texts: Texts): void => {
    const evaluation = cache.find(row, texts)
    if (evaluation?.applies === false) evaluated.outdated.push({ row, reason: evaluation.reason })
    else evaluated.valid.push(evaluation?.newText ? withText(row, evaluation.newText, texts) : row)
  }

  return async (rows, signal, texts) => {
    const evaluated: Evaluated = { valid: [], outdated: [], unchecked: [] }
    for (const [kind, rowsOfKind] of Map.groupBy(rows, (row) => row.kind)) {
      const evaluate = evaluators[kind]
      const unchecked: Evaluated['unchecked'] = []
      if (evaluate) await isolateUnreadable({ evaluate, signal, texts }, rowsOfKind, unchecked)
      const uncheckedRows = new Set(unchecked.map(({ row }) => row))
      for (const row of rowsOfKind) if (!uncheckedRows.has(row)) addResult(evaluated, row, texts)
      evaluated.unchecked.push(...unchecked)
    }
    return evaluated
  }
}
