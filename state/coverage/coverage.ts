import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export interface CoverageEnd {
  document_id: string
  expires_on: string
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectEnd = defineStatement<{ document_id: string }, CoverageEnd>((db, arg) =>
  db.selectFrom('coverage').select(['document_id', 'expires_on']).where('document_id', '=', arg('document_id')),
)
const upsertEnd = defineStatement<CoverageEnd>((db, arg) =>
  db
    .insertInto('coverage')
    .values(arg.columns('document_id', 'expires_on'))
    .onConflict((conflict) =>
      conflict
        .column('document_id')
        .doUpdateSet((e) => ({ expires_on: e.ref('excluded.expires_on'), retired: sql.lit(0) })),
    ),
)
const deleteEnd = defineStatement<{ document_id: string }>((db, arg) =>
  db.deleteFrom('coverage').where('document_id', '=', arg('document_id')),
)
const deleteAllEnds = defineStatement((db) => db.deleteFrom('coverage'))
const setRetired = defineStatement<{ document_id: string }>((db, arg) =>
  db
    .updateTable('coverage')
    .set({ retired: sql.lit(1) })
    .where('document_id', '=', arg('document_id')),
)
const clearRetired = defineStatement<{ from: string }>((db, arg) =>
  db
    .updateTable('coverage')
    .set({ retired: sql.lit(0) })
    .where('retired', '=', sql.lit(1))
    .where('expires_on', '>=', arg('from')),
)
const setSettled = defineStatement<CoverageEnd>((db, arg) =>
  db
    .updateTable('coverage')
    .set((e) => ({ settled_end: e.ref('expires_on') }))
    .where('document_id', '=', arg('document_id'))
    .where('expires_on', '=', arg('expires_on')),
)
const clearSettled = defineStatement((db) =>
  db
    .updateTable('coverage')
    .set({ settled_end: sql.lit(null) })
    .where('settled_end', 'is not', null),
)
const clearSettledOne = defineStatement<{ document_id: string }>((db, arg) =>
  db
    .updateTable('coverage')
    .set({ settled_end: sql.lit(null) })
    .where('document_id', '=', arg('document_id')),
)
const selectEndsFrom = defineStatement<{ from: string }, CoverageEnd>((db, arg) =>
  db.selectFrom('coverage').select(['document_id', 'expires_on']).where('expires_on', '>=', arg('from')),
)
const countEndsBefore = defineStatement<{ day: string }, { count: number }>((db, arg) =>
  db
    .selectFrom('coverage')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('expires_on', '<', arg('day')),
)
const selectOpenUntil = defineStatement<{ day: string }, CoverageEnd>((db, arg) =>
  db
    .selectFrom('coverage')
    .select(['document_id', 'expires_on'])
    .where('retired', '=', sql.lit(0))
    .where((e) => e.or([e('settled_end', 'is', null), e('settled_end', '<>', e.ref('expires_on'))]))
    .where('expires_on', '<=', arg('day'))
    .orderBy('expires_on')
    .orderBy('document_id'),
)
const selectFirstEndAfter = defineStatement<{ day: string }, { day: string | null }>((db, arg) =>
  db
    .selectFrom('coverage')
    .select((e) => e.fn.min<string | null>('expires_on').as('day'))
    .where('retired', '=', sql.lit(0))
    .where('expires_on', '>', arg('day')),
)

export const findCoverageEnd = async (tx: Tx, documentId: string): Promise<string | undefined> =>
  (await tx.get(selectEnd, { document_id: documentId }))?.expires_on

export const storeCoverageEnd = (tx: Tx, end: CoverageEnd): Promise<number> => tx.run(upsertEnd, end)

export const removeCoverageEnd = (tx: Tx, documentId: string): Promise<number> =>
  tx.run(deleteEnd, { document_id: documentId })

export const removeAllCoverageEnds = (tx: Tx): Promise<number> => tx.run(deleteAllEnds, {})

/** Records that a document's item is retired, until the document is stored again. */
export const markCoverageRetired = (tx: Tx, documentId: string): Promise<number> =>
  tx.run(setRetired, { document_id: documentId })

/** Marks items as in use again if their coverage ends on or after a day. */
export const unmarkCoverageRetired = (tx: Tx, from: string): Promise<number> => tx.run(clearRetired, { from })

/** Records that an end needs no further evaluation, until the document is stored again. */
export const settleCoverageEnd = (tx: Tx, end: CoverageEnd): Promise<number> => tx.run(setSettled, end)

/** Includes every end in the next evaluation, because recipients or steps have changed. */
export const unsettleCoverageEnds = (tx: Tx): Promise<number> => tx.run(clearSettled, {})

/** Includes an end in the next evaluation. */
export const unsettleCoverageEnd = (tx: Tx, documentId: string): Promise<number> =>
  tx.run(clearSettledOne, { document_id: documentId })

/** Lists ends on or after a day. */
export const listCoverageEnds = (tx: Tx, from: string): Promise<CoverageEnd[]> => tx.all(selectEndsFrom, { from })

export const countCoverageEndsBefore = async (tx: Tx, day: string): Promise<number> =>
  (await tx.get(countEndsBefore, { day }))?.count ?? 0

/** Lists ends on or before a day, for items in use, oldest first. It omits those that need no further evaluation. */
export const listOpenCoverageEnds = (tx: Tx, day: string): Promise<CoverageEnd[]> => tx.all(selectOpenUntil, { day })

/** Finds the first end after a day, for items in use. */
export const findFirstCoverageEndAfter = async (tx: Tx, day: string): Promise<string | undefined> =>
  (await tx.get(selectFirstEndAfter, { day }))?.day ?? undefined
