import type { Sentence } from '../../contract/sentences/sentence.ts'
import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { removeAllCoverageEnds } from './coverage.ts'
import type { CoverageWatchRow } from '../tables/coverageTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const ROW_ID = sql.lit(1)
const EMPTY_WATCH: CoverageWatchRow = {
  id: 1,
  listed_on: null,
  all_listed_on: null,
  asked: 0,
  asked_day: null,
  answered: 0,
  answer: null,
  counts: '{}',
  error: null,
  settings: null,
  next_at: null,
  synced_at: null,
  held_since: null,
  began_at: null,
  ended_at: null,
}

export interface CoverageError {
  code: string
  detail: string
  sentences?: Sentence[]
}

export type StoredEvaluation = Pick<
  CoverageWatchRow,
  'listed_on' | 'all_listed_on' | 'answered' | 'counts' | 'settings' | 'next_at' | 'synced_at' | 'ended_at'
>

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectWatch = defineStatement<object, CoverageWatchRow>((db) => db.selectFrom('coverage_watch').selectAll())
const insert = defineStatement((db) =>
  db
    .insertInto('coverage_watch')
    .values({ id: ROW_ID })
    .onConflict((conflict) => conflict.doNothing()),
)
const incrementAsked = defineStatement<{ day: string }>((db, arg) =>
  db.updateTable('coverage_watch').set((e) => ({ asked: e('asked', '+', ROW_ID), asked_day: arg('day') })),
)
const setEvaluation = defineStatement<StoredEvaluation>((db, arg) =>
  db.updateTable('coverage_watch').set({
    ...arg.columns('listed_on', 'all_listed_on', 'answered', 'counts', 'settings', 'next_at', 'synced_at', 'ended_at'),
    error: sql.lit(null),
    held_since: sql.lit(null),
  }),
)
const setAnswer = defineStatement<{ answer: string }>((db, arg) =>
  db.updateTable('coverage_watch').set({ answer: arg('answer') }),
)
const setBegin = defineStatement<{ at: string }>((db, arg) =>
  db.updateTable('coverage_watch').set({ began_at: arg('at'), ended_at: sql.lit(null) }),
)
const setError = defineStatement<{ answered: number; error: string; at: string }>((db, arg) =>
  db.updateTable('coverage_watch').set({ ...arg.columns('answered', 'error'), ended_at: arg('at') }),
)
const setHeldSince = defineStatement<{ at: string }>((db, arg) =>
  db.updateTable('coverage_watch').set({ held_since: arg('at') }),
)
const clearListedOn = defineStatement((db) => db.updateTable('coverage_watch').set({ listed_on: sql.lit(null) }))

export const readCoverageWatch = async (tx: Tx): Promise<CoverageWatchRow> =>
  (await tx.get(selectWatch, {})) ?? EMPTY_WATCH

async function updateOrInsert(tx: Tx, update: () => Promise<number>): Promise<void> {
  if ((await update()) > 0) return
  await tx.run(insert, {})
  await update()
}

/**
 * Requests a full evaluation.
 * @returns the number of the request, which is done once `answered` is at least this number
 */
export async function requestCoverage(tx: Tx, day: string): Promise<number> {
  await updateOrInsert(tx, () => tx.run(incrementAsked, { day }))
  return (await readCoverageWatch(tx)).asked
}

/** Records the start of an evaluation. @param at ISO 8601 UTC */
export const recordCoverageBegin = (tx: Tx, at: string): Promise<void> =>
  updateOrInsert(tx, () => tx.run(setBegin, { at }))

export const storeEvaluation = (tx: Tx, evaluated: StoredEvaluation): Promise<void> =>
  updateOrInsert(tx, () => tx.run(setEvaluation, evaluated))

/** Result of a requested evaluation, or its error. */
export interface CoverageAnswer {
  requestNumber: number
  counts: Record<string, number>
  error: CoverageError | null
}

/** Stores an answer until the next request's, because evaluations without a request may end before anybody reads it. */
export const storeCoverageAnswer = (tx: Tx, answer: CoverageAnswer): Promise<void> =>
  updateOrInsert(tx, () => tx.run(setAnswer, { answer: JSON.stringify(answer) }))

/** @returns undefined while the request has no answer */
export function findCoverageAnswer(watch: CoverageWatchRow, requestNumber: number): CoverageAnswer | undefined {
  if (watch.answered < requestNumber) return undefined
  const answer = watch.answer === null ? undefined : (JSON.parse(watch.answer) as CoverageAnswer)
  if (answer && answer.requestNumber >= requestNumber) return answer
  // A worker of an earlier version has answered.
  const { counts, error } = watch
  return {
    requestNumber,
    counts: JSON.parse(counts) as CoverageAnswer['counts'],
    error: error === null ? null : (JSON.parse(error) as CoverageError),
  }
}

/** @param at end of the evaluation, ISO 8601 UTC */
export const storeCoverageError = (tx: Tx, answered: number, error: CoverageError, at: string): Promise<void> =>
  updateOrInsert(tx, () => tx.run(setError, { answered, error: JSON.stringify(error), at }))

export const recordCoverageWait = (tx: Tx, at: string): Promise<void> =>
  updateOrInsert(tx, () => tx.run(setHeldSince, { at }))

/** Removes every end, so that the next evaluation lists all documents. */
export async function resetCoverage(tx: Tx): Promise<void> {
  await removeAllCoverageEnds(tx)
  await tx.run(clearListedOn, {})
}
