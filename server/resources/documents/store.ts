import type { Document } from '../../../contract/api/documents.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { defineLookup } from '../../db/lookup.ts'
import { upgradeRow } from '../../db/recordSchema.ts'
import type { DocumentRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'

/** Expiry key of documents that never expire; it sorts after every day. */
export const NEVER_EXPIRES = '9999-12-31'

export const documentById = defineLookup('document', 'id', ['record'])

export const warrantyByGear = defineLookup('document', 'gear_id', ['id', 'record'], {
  source: 'gear' satisfies Document['source'],
})

const insert = defineStatement<DocumentRow>((db, arg) =>
  db
    .insertInto('document')
    .values(arg.columns('account_id', 'id', 'gear_id', 'type', 'expires_key', 'source', 'record')),
)

// Unchanged indexed columns are left out, so that their indexes are not updated.
const updateText = defineStatement<Pick<DocumentRow, 'account_id' | 'id' | 'record'>>((db, arg) =>
  db
    .updateTable('document')
    .set({ record: arg('record') })
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const updateAll = defineStatement<DocumentRow>((db, arg) =>
  db
    .updateTable('document')
    .set(arg.columns('gear_id', 'type', 'expires_key', 'record'))
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const remove = defineStatement<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('document').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const rowOf = (account: string, document: Document, json: string): DocumentRow => ({
  account_id: account,
  id: document.id,
  gear_id: document.gear_id,
  type: document.type,
  expires_key: document.expires_on ?? NEVER_EXPIRES,
  source: document.source,
  record: json,
})

const INDEXED_FIELDS = ['gear_id', 'type', 'expires_on'] as const

export const findDocument = async (tx: Tx, account: string, id: string): Promise<{ record: string } | undefined> =>
  upgradeRow('document', await tx.find(documentById, account, id))

export const findWarranty = async (tx: Tx, account: string, gear: string): Promise<{ record: string } | undefined> =>
  upgradeRow('document', await tx.find(warrantyByGear, account, gear))

export const insertDocument = (tx: Tx, account: string, document: Document, json: string): void =>
  tx.append(insert, rowOf(account, document, json))

export const storeDocument = (tx: Tx, account: string, stored: Document, next: Document, json: string): void =>
  tx.append(
    INDEXED_FIELDS.some((field) => stored[field] !== next[field]) ? updateAll : updateText,
    rowOf(account, next, json),
  )

export const deleteDocumentRow = (tx: Tx, account: string, id: string): void => tx.send(remove, { account, id })
