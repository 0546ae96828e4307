import { sql, type ExpressionBuilder, type RawBuilder, type Selectable } from 'kysely'
import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toFirstIdAfter } from '../tables/toFirstIdAfter.ts'
import { STATE_SCHEMA, type BindingTable, type StateTables } from '../tables/schema.ts'

export type BindingRow = Selectable<BindingTable>
export type NewBinding = Omit<BindingRow, 'absences'>

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const toStateLiteral = (state: BindingRow['state']): RawBuilder<BindingRow['state']> => sql.lit(state)

const pageOfSource = defineStatement<{ source: string; after: string; limit: number }, BindingRow>((db, arg) =>
  db
    .selectFrom('binding')
    .selectAll()
    .where('source', '=', arg('source'))
    .where('key_fold', '>', arg('after'))
    .orderBy('key_fold')
    .limit(arg('limit')),
)
const pageOfGearIds = defineStatement<
  { source: string; after: string; limit: number },
  Pick<BindingRow, 'key_fold' | 'gear_id'>
>((db, arg) =>
  db
    .selectFrom('binding')
    .select(['key_fold', 'gear_id'])
    .where('source', '=', arg('source'))
    .where('key_fold', '>', arg('after'))
    .orderBy('key_fold')
    .limit(arg('limit')),
)
const countBySource = defineStatement<object, { source: string; count: number }>((db) =>
  db
    .selectFrom('binding')
    .select(['source', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('source'),
)
const deleteOtherKeys = defineStatement<{ source: string; gearId: string; keyFold: string }>((db, arg) =>
  db
    .deleteFrom('binding')
    .where('source', '=', arg('source'))
    .where('gear_id', '=', arg('gearId'))
    .where('key_fold', '<>', arg('keyFold')),
)
const upsert = defineStatement<NewBinding>((db, arg) =>
  db
    .insertInto('binding')
    .values(
      arg.columns(
        'source',
        'key_fold',
        'gear_id',
        'base',
        'asset_tag',
        'serial_number',
        'last_seen_run',
        'last_row',
        'state',
      ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'key_fold'])
        .doUpdateSet(
          takeExcluded('gear_id', 'base', 'asset_tag', 'serial_number', 'last_seen_run', 'last_row', 'state'),
        ),
    ),
)

const deleteOfGear = defineStatement<{ source: string; gearId: string }>((db, arg) =>
  db.deleteFrom('binding').where('source', '=', arg('source')).where('gear_id', '=', arg('gearId')),
)
const deleteFromId = defineStatement<{ firstId: string }>((db, arg) =>
  db.deleteFrom('binding').where('gear_id', '>=', arg('firstId')),
)
const setMarked = defineStatement<{ source: string; gearId: string; base: string }>((db, arg) =>
  db
    .updateTable('binding')
    .set({ base: arg('base'), state: toStateLiteral('marked') })
    .where('source', '=', arg('source'))
    .where('gear_id', '=', arg('gearId')),
)

const setSeen = defineStatement<{ source: string; gearId: string; runId: string }>((db, arg) =>
  db
    .updateTable('binding')
    .set({ last_seen_run: arg('runId'), state: toStateLiteral('bound'), absences: sql.lit(0) })
    .where('source', '=', arg('source'))
    .where('gear_id', '=', arg('gearId')),
)

type Takeover = { source: string; from: string }
const deleteBoundTwice = defineStatement<Takeover>((db, arg) =>
  db
    .deleteFrom('binding')
    .where('source', '=', arg('from'))
    .where('gear_id', 'in', (e) => e.selectFrom('binding').select('gear_id').where('source', '=', arg('source'))),
)
const moveFreeKeys = defineStatement<Takeover>((db, arg) =>
  db
    .updateTable('binding')
    .set({ source: arg('source'), absences: sql.lit(0) })
    .where('source', '=', arg('from'))
    .where('key_fold', 'not in', (e) => e.selectFrom('binding').select('key_fold').where('source', '=', arg('source'))),
)
const countOfSource = defineStatement<{ source: string }, { count: number }>((db, arg) =>
  db
    .selectFrom('binding')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('source', '=', arg('source')),
)

const BINDINGS_PER_PAGE = 1000

/** Visits the bindings of a source in the order of their keys, page by page. */
export async function visitBindings(tx: Tx, source: string, visit: (binding: BindingRow) => void): Promise<void> {
  for (let after = ''; ;) {
    const page = await tx.all(pageOfSource, { source, after, limit: BINDINGS_PER_PAGE })
    for (const binding of page) visit(binding)
    const last = page.at(-1)
    if (!last || page.length < BINDINGS_PER_PAGE) return
    after = last.key_fold
  }
}

export async function countBindings(tx: Tx): Promise<Map<string, number>> {
  return new Map((await tx.all(countBySource, {})).map(({ source, count }) => [source, count]))
}

/** Visits the ids of the items that a source has bound, page by page. */
export async function visitBoundGearIds(tx: Tx, source: string, visit: (gearId: string) => void): Promise<void> {
  for (let after = ''; ;) {
    const page = await tx.all(pageOfGearIds, { source, after, limit: BINDINGS_PER_PAGE })
    for (const { gear_id: gearId } of page) visit(gearId)
    const last = page.at(-1)
    if (!last || page.length < BINDINGS_PER_PAGE) return
    after = last.key_fold
  }
}

/** Binds a key to an item. An item has one key per source; its previous key is removed. */
export async function storeBinding(tx: Tx, binding: NewBinding): Promise<void> {
  await tx.run(deleteOtherKeys, { source: binding.source, gearId: binding.gear_id, keyFold: binding.key_fold })
  await tx.run(upsert, binding)
}

/** Removes the bindings of items created after a moment (Unix milliseconds). */
export const removeBindingsCreatedAfter = (tx: Tx, momentMs: number): Promise<number> =>
  tx.run(deleteFromId, { firstId: toFirstIdAfter(momentMs) })

/** Removes the binding of an item that the source deleted. */
export const removeBinding = (tx: Tx, source: string, gearId: string): Promise<number> =>
  tx.run(deleteOfGear, { source, gearId })

/**
 * Moves the bindings of one source to another. An item that the other has bound keeps only that binding. A key that the
 * other has bound to another item is not moved.
 * @returns the number of bindings moved, removed and left
 */
export async function adoptBindings(
  tx: Tx,
  source: string,
  from: string,
): Promise<{ taken_over: number; already_bound: number; left: number }> {
  const already_bound = await tx.run(deleteBoundTwice, { source, from })
  const taken_over = await tx.run(moveFreeKeys, { source, from })
  return { taken_over, already_bound, left: (await tx.get(countOfSource, { source: from }))?.count ?? 0 }
}

/** Records that a missing item was marked, so that it is not marked again. The marked values count as synced. */
export const recordItemMarked = (tx: Tx, source: string, gearId: string, base: string): Promise<number> =>
  tx.run(setMarked, { source, gearId, base })

/** Marks an item as seen by a run whose plan has no row with its key. Call it before `updateBindingsAfterRun`. */
export const recordItemPresent = (tx: Tx, source: string, runId: string, gearId: string): Promise<number> =>
  tx.run(setSeen, { source, gearId, runId })

/**
 * Updates bindings after a complete run. Those with a row, even a refused one, were seen; the others are missing.
 * @param countsAbsences true if the run proves that an item without a row is missing
 */
export async function updateBindingsAfterRun(
  tx: Tx,
  source: string,
  runId: string,
  countsAbsences: boolean,
): Promise<void> {
  const ofSource = tx.builder<StateTables>(STATE_SCHEMA).updateTable('binding').where('source', '=', source)
  const selectPlanRows = (e: ExpressionBuilder<StateTables, 'binding'>) =>
    e.selectFrom('plan_row').where('run_id', '=', runId).whereRef('plan_row.key_fold', '=', 'binding.key_fold')
  const seenBindings = ofSource
    .set((e) => ({
      last_seen_run: runId,
      state: 'bound',
      absences: 0,
      last_row: selectPlanRows(e).select((of) => of.fn.max('row').as('row')),
    }))
    .where((e) => e.exists(selectPlanRows(e).select('position')))
  await tx.query(seenBindings)
  const selectPlanItems = tx
    .builder<StateTables>(STATE_SCHEMA)
    .selectFrom('plan_row')
    .select('gear_id')
    .where('run_id', '=', runId)
  const selectItemsInPlan = selectPlanItems
    .where('outcome', 'not in', ['mark', 'delete'])
    .where('gear_id', 'is not', null)
    .$castTo<{ gear_id: string }>()
  await tx.query(
    ofSource.set({ last_seen_run: runId, state: 'bound', absences: 0 }).where('gear_id', 'in', selectItemsInPlan),
  )
  const unseenBindings = ofSource.where('last_seen_run', '<>', runId)
  await tx.query(unseenBindings.set({ state: 'missing' }).where('state', '<>', 'marked'))
  if (countsAbsences) await tx.query(unseenBindings.set((e) => ({ absences: e('absences', '+', 1) })))
}
