import { sql } from 'kysely'
import { statement } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import type { StateTables } from './schema.ts'

export interface CoverageEnd {
  document_id: string
  expires_on: string
}

const define = statement<StateTables>()
const find = define<{ document_id: string }, CoverageEnd>((db, arg) =>
  db.selectFrom('coverage').select(['document_id', 'expires_on']).where('document_id', '=', arg('document_id')),
)
const upsert = define<CoverageEnd>((db, arg) =>
  db
    .insertInto('coverage')
    .values({ document_id: arg('document_id'), expires_on: arg('expires_on') })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet((e) => ({ expires_on: e.ref('excluded.expires_on'), retired: sql.lit(0) }))),
)
const remove = define<{ document_id: string }>((db, arg) => db.deleteFrom('coverage').where('document_id', '=', arg('document_id')))
const removeAll = define((db) => db.deleteFrom('coverage'))
const retire = define<{ document_id: string }>((db, arg) =>
  db
    .updateTable('coverage')
    .set({ retired: sql.lit(1) })
    .where('document_id', '=', arg('document_id')),
)
const all = define<object, CoverageEnd>((db) => db.selectFrom('coverage').select(['document_id', 'expires_on']))
const until = define<{ day: string }, CoverageEnd>((db, arg) =>
  db
    .selectFrom('coverage')
    .select(['document_id', 'expires_on'])
    .where('retired', '=', sql.lit(0))
    .where('expires_on', '<=', arg('day'))
    .orderBy('expires_on')
    .orderBy('document_id'),
)
const firstAfter = define<{ day: string }, { day: string | null }>((db, arg) =>
  db
    .selectFrom('coverage')
    .select((e) => e.fn.min<string | null>('expires_on').as('day'))
    .where('retired', '=', sql.lit(0))
    .where('expires_on', '>', arg('day')),
)

export const findEnd = async (tx: Tx, documentId: string): Promise<string | undefined> =>
  (await tx.get(find, { document_id: documentId }))?.expires_on

export const storeEnd = (tx: Tx, end: CoverageEnd): Promise<number> => tx.run(upsert, end)

export const removeEnd = (tx: Tx, documentId: string): Promise<number> => tx.run(remove, { document_id: documentId })

export const removeAllEnds = (tx: Tx): Promise<number> => tx.run(removeAll, {})

/** Records that a document's item is retired, until the document is stored again. */
export const markRetired = (tx: Tx, documentId: string): Promise<number> => tx.run(retire, { document_id: documentId })

export const listEnds = (tx: Tx): Promise<CoverageEnd[]> => tx.all(all, {})

/** Ends on or before a day, of items in use, oldest first. */
export const listEndsUntil = (tx: Tx, day: string): Promise<CoverageEnd[]> => tx.all(until, { day })

/** First end after a day, of items in use. */
export const firstEndAfter = async (tx: Tx, day: string): Promise<string | undefined> => (await tx.get(firstAfter, { day }))?.day ?? undefined
