import { sql } from 'kysely'
import { createStatementBuilder } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from './schema.ts'

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
    .values({ document_id: arg('document_id'), expires_on: arg('expires_on') })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet((e) => ({ expires_on: e.ref('excluded.expires_on'), retired: sql.lit(0) }))),
)
const deleteEnd = defineStatement<{ document_id: string }>((db, arg) => db.deleteFrom('coverage').where('document_id', '=', arg('document_id')))
const deleteAllEnds = defineStatement((db) => db.deleteFrom('coverage'))
const setRetired = defineStatement<{ document_id: string }>((db, arg) =>
  db
    .updateTable('coverage')
    .set({ retired: sql.lit(1) })
    .where('document_id', '=', arg('document_id')),
)
const selectAllEnds = defineStatement<object, CoverageEnd>((db) => db.selectFrom('coverage').select(['document_id', 'expires_on']))
const selectEndsUntil = defineStatement<{ day: string }, CoverageEnd>((db, arg) =>
  db
    .selectFrom('coverage')
    .select(['document_id', 'expires_on'])
    .where('retired', '=', sql.lit(0))
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

export const removeCoverageEnd = (tx: Tx, documentId: string): Promise<number> => tx.run(deleteEnd, { document_id: documentId })

export const removeAllCoverageEnds = (tx: Tx): Promise<number> => tx.run(deleteAllEnds, {})

/** Records that a document's item is retired, until the document is stored again. */
export const markCoverageRetired = (tx: Tx, documentId: string): Promise<number> => tx.run(setRetired, { document_id: documentId })

export const listCoverageEnds = (tx: Tx): Promise<CoverageEnd[]> => tx.all(selectAllEnds, {})

/** Ends on or before a day, of items in use, oldest first. */
export const listCoverageEndsUntil = (tx: Tx, day: string): Promise<CoverageEnd[]> => tx.all(selectEndsUntil, { day })

/** First end after a day, of items in use. */
export const findFirstCoverageEndAfter = async (tx: Tx, day: string): Promise<string | undefined> =>
  (await tx.get(selectFirstEndAfter, { day }))?.day ?? undefined
