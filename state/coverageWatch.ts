import { sql } from 'kysely'
import { statement } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import { removeAllEnds } from './coverage.ts'
import type { CoverageWatchRow } from './coverageTables.ts'
import type { StateTables } from './schema.ts'

const ID = sql.lit(1)
const FRESH: CoverageWatchRow = {
  id: 1,
  listed_on: null,
  asked: 0,
  asked_day: null,
  answered: 0,
  counts: '{}',
  error: null,
  settings: null,
  next_at: null,
  synced_at: null,
  held_since: null,
}

export type StoredEvaluation = Pick<CoverageWatchRow, 'listed_on' | 'answered' | 'counts' | 'settings' | 'next_at' | 'synced_at'>

const define = statement<StateTables>()
const find = define<object, CoverageWatchRow>((db) => db.selectFrom('coverage_watch').selectAll())
const insert = define((db) =>
  db
    .insertInto('coverage_watch')
    .values({ id: ID })
    .onConflict((conflict) => conflict.doNothing()),
)
const ask = define<{ day: string }>((db, arg) => db.updateTable('coverage_watch').set((e) => ({ asked: e('asked', '+', ID), asked_day: arg('day') })))
const store = define<StoredEvaluation>((db, arg) =>
  db.updateTable('coverage_watch').set({
    listed_on: arg('listed_on'),
    answered: arg('answered'),
    counts: arg('counts'),
    settings: arg('settings'),
    next_at: arg('next_at'),
    synced_at: arg('synced_at'),
    error: sql.lit(null),
    held_since: sql.lit(null),
  }),
)
const refuse = define<{ answered: number; error: string }>((db, arg) =>
  db.updateTable('coverage_watch').set({ answered: arg('answered'), error: arg('error') }),
)
const hold = define<{ at: string }>((db, arg) => db.updateTable('coverage_watch').set({ held_since: arg('at') }))
const forget = define((db) => db.updateTable('coverage_watch').set({ listed_on: sql.lit(null) }))

export const readCoverageWatch = async (tx: Tx): Promise<CoverageWatchRow> => (await tx.get(find, {})) ?? FRESH

async function change(tx: Tx, update: () => Promise<number>): Promise<void> {
  if ((await update()) > 0) return
  await tx.run(insert, {})
  await update()
}

/** Requests a full evaluation. @returns its number: it is done when `answered` has reached it */
export async function requestCoverage(tx: Tx, day: string): Promise<number> {
  await change(tx, () => tx.run(ask, { day }))
  return (await readCoverageWatch(tx)).asked
}

export const storeEvaluation = (tx: Tx, evaluated: StoredEvaluation): Promise<void> => change(tx, () => tx.run(store, evaluated))

export const storeCoverageError = (tx: Tx, answered: number, error: { code: string; detail: string }): Promise<void> =>
  change(tx, () => tx.run(refuse, { answered, error: JSON.stringify(error) }))

export const recordCoverageWait = (tx: Tx, at: string): Promise<void> => change(tx, () => tx.run(hold, { at }))

/** Removes every end, so that the next evaluation lists all documents. */
export async function resetCoverage(tx: Tx): Promise<void> {
  await removeAllEnds(tx)
  await tx.run(forget, {})
}
